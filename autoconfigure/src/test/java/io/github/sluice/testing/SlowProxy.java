package io.github.sluice.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A long way to a server: forwards bytes both ways in their order, and those that come back after a delay. The delay is
 * one of travel, so that those of many answers under way do not add up.
 *
 * <p>On plain threads and sockets. Netty's threads share the locks of its allocator with the client under test, and
 * BlockHound throws in whichever of them waits for the other.
 */
public final class SlowProxy implements AutoCloseable {

    private static final String LOOPBACK = "127.0.0.1";
    private static final int BUFFER_BYTES = 16 * 1024;

    private final String targetHost;
    private final int targetPort;
    private final ServerSocket server;
    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool(SlowProxy::daemon);
    private volatile Duration delay = Duration.ZERO;

    public SlowProxy(String targetHost, int targetPort) {
        this.targetHost = targetHost;
        this.targetPort = targetPort;
        try {
            server = new ServerSocket(0, 0, InetAddress.getByName(LOOPBACK));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "slow-proxy");
        thread.setDaemon(true);
        return thread;
    }

    public String host() {
        return LOOPBACK;
    }

    public int port() {
        return server.getLocalPort();
    }

    /** Of all bytes that come back from now on; zero at first. What is under way already is not overtaken. */
    public void delay(Duration delay) {
        this.delay = delay;
    }

    /** Closes all connections, and loses what is under way in them. New ones are accepted. */
    public void cut() {
        clients.forEach(SlowProxy::end);
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                clients.add(client);
                threads.execute(() -> serve(client));
            }
        } catch (IOException | RejectedExecutionException closed) {
            cut();
        }
    }

    private void serve(Socket client) {
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(SlowProxy::daemon);
        try (client;
                Socket target = new Socket(targetHost, targetPort)) {
            client.setTcpNoDelay(true);
            target.setTcpNoDelay(true);
            threads.execute(() -> forward(client, target));
            back(target.getInputStream(), client.getOutputStream(), clock);
            // When the target hangs up, the client hears what it has said before.
            clock.shutdown();
            clock.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        } catch (IOException | RejectedExecutionException gone) {
            // With one side the other is closed.
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } finally {
            clock.shutdownNow();
            clients.remove(client);
        }
    }

    private static void forward(Socket client, Socket target) {
        try {
            client.getInputStream().transferTo(target.getOutputStream());
            target.shutdownOutput();
        } catch (IOException gone) {
            end(target);
        }
    }

    private void back(InputStream in, OutputStream out, ScheduledExecutorService clock) throws IOException {
        // Whichever of two timers fires first, the older bytes leave first.
        Queue<byte[]> underWay = new ConcurrentLinkedQueue<>();
        byte[] buffer = new byte[BUFFER_BYTES];
        long dueNanos = System.nanoTime();
        for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
            underWay.add(Arrays.copyOf(buffer, length));
            long nowNanos = System.nanoTime();
            long waitNanos = Math.max(dueNanos - nowNanos, delay.toNanos());
            dueNanos = nowNanos + waitNanos;
            Callable<Void> arrival = () -> {
                out.write(underWay.remove());
                return null;
            };
            Future<?> unused = clock.schedule(arrival, waitNanos, TimeUnit.NANOSECONDS);
        }
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
        threads.shutdownNow();
    }
}
