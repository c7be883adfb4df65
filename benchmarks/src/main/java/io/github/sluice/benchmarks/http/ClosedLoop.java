package io.github.sluice.benchmarks.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A load of some connections, each of which sends its next request as soon as its last is answered. One thread without
 * garbage: on a small machine, whatever it takes is missing in the gateway.
 */
final class ClosedLoop implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Selector selector;
    private final List<Connection> connections = new ArrayList<>();

    private ClosedLoop(Selector selector) {
        this.selector = selector;
    }

    /** Opens the connections, in turn to each of these ports of this machine. */
    static ClosedLoop over(int connections, List<Integer> ports) {
        try {
            ClosedLoop loop = new ClosedLoop(Selector.open());
            for (int i = 0; i < connections; i++) {
                loop.connections.add(Connection.open(ports.get(i % ports.size()), loop.selector));
            }
            return loop;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends for so long, and then waits for the answers that are missing. */
    Answers run(Requests requests, Duration duration) {
        try {
            long startNanos = System.nanoTime();
            Run run = new Run(requests, new Answers(startNanos), startNanos + duration.toNanos());
            for (Connection connection : connections) {
                connection.send(requests.next(), System.nanoTime());
            }
            run.waiting = connections.size();
            while (run.waiting > 0) {
                if (selector.select(run, PATIENCE.toMillis()) == 0) {
                    throw new IllegalStateException(run.waiting + " requests are not answered within " + PATIENCE);
                }
            }
            return run.answers;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            for (Connection connection : connections) {
                connection.close();
            }
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One run under way. */
    private static final class Run implements java.util.function.Consumer<SelectionKey> {

        private final Requests requests;
        private final Answers answers;
        private final long endNanos;
        private int waiting;

        private Run(Requests requests, Answers answers, long endNanos) {
            this.requests = requests;
            this.answers = answers;
            this.endNanos = endNanos;
        }

        @Override
        public void accept(SelectionKey key) {
            Connection connection = (Connection) key.attachment();
            try {
                if (!connection.receive()) {
                    return;
                }
                long now = System.nanoTime();
                answers.add(connection.head(), connection.sentNanos(), now);
                if (now < endNanos) {
                    connection.send(requests.next(), now);
                } else {
                    waiting--;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
