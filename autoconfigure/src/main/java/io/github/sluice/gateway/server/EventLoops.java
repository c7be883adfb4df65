package io.github.sluice.gateway.server;

import io.netty.channel.EventLoop;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.channel.ChannelOperations;

/**
 * Finds the event loop that serves a request. A store answers on a thread of its client, of which there may be one for all
 * requests; the rest of the chain must not run there.
 *
 * <p>Not part of the API.
 */
public final class EventLoops {

    // As many as the server has event loops.
    private final Map<EventLoop, Scheduler> turns = new ConcurrentHashMap<>();
    private final Map<EventLoop, Scheduler> threads = new ConcurrentHashMap<>();

    /** No loops yet. */
    public EventLoops() {}

    /**
     * The event loop of a request. What runs there already goes on at once.
     *
     * @param request the request
     * @return its own; threads that must not block either, where the server has no event loops
     */
    public Scheduler of(ServerHttpRequest request) {
        return scheduler(request, threads, EventLoops::thread);
    }

    /**
     * A turn of its own of the event loop of a request, also for what runs there already.
     *
     * @param request the request
     * @return its own; threads that must not block either, where the server has no event loops
     */
    public Scheduler turnOf(ServerHttpRequest request) {
        return scheduler(request, turns, EventLoops::turn);
    }

    private static Scheduler scheduler(
            ServerHttpRequest request, Map<EventLoop, Scheduler> known, Function<EventLoop, Scheduler> made) {
        @Nullable ChannelOperations<?, ?> operations = NativeRequest.find(request, ChannelOperations.class);
        return operations == null
                ? Schedulers.parallel()
                : known.computeIfAbsent(operations.channel().eventLoop(), made);
    }

    private static Scheduler turn(EventLoop loop) {
        // Only to be executed on: as an ExecutorService it would make a future for each task.
        return Schedulers.fromExecutor(task -> loop.execute(task));
    }

    private static Scheduler thread(EventLoop loop) {
        return Schedulers.fromExecutor(task -> {
            if (loop.inEventLoop()) {
                task.run();
            } else {
                loop.execute(task);
            }
        });
    }
}
