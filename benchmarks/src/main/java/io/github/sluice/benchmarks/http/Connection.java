package io.github.sluice.benchmarks.http;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** One keep-alive connection to a gateway, with one request under way at the most. */
final class Connection implements AutoCloseable {

    private static final int LARGEST_ANSWER = 8192;

    private final SocketChannel channel;
    private final ByteBuffer input = ByteBuffer.allocate(LARGEST_ANSWER);
    private final AnswerHead head = new AnswerHead();
    private long sentNanos;

    private Connection(SocketChannel channel) {
        this.channel = channel;
    }

    static Connection open(int port, Selector selector) throws IOException {
        SocketChannel channel =
                SocketChannel.open(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        Connection connection = new Connection(channel);
        channel.register(selector, SelectionKey.OP_READ, connection);
        return connection;
    }

    void send(ByteBuffer request, long nowNanos) throws IOException {
        sentNanos = nowNanos;
        while (request.hasRemaining()) {
            channel.write(request);
        }
    }

    /** Reads what has come; true if the answer is complete. */
    boolean receive() throws IOException {
        if (channel.read(input) < 0) {
            throw new EOFException("the gateway closed a connection");
        }
        if (!head.read(input.array(), input.position()) || input.position() < head.length()) {
            return false;
        }
        input.clear();
        return true;
    }

    AnswerHead head() {
        return head;
    }

    long sentNanos() {
        return sentNanos;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
