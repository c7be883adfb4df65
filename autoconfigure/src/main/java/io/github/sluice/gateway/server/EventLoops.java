package io.github.sluice.gateway.server;

import io.netty.channel.EventLoop;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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
    private final Map<EventLoop, Scheduler> schedulers = new ConcurrentHashMap<>();

    /** No loops yet. */
    public EventLoops() {}

    /**
     * The event loop of a request.
     *
     * @param request the request
     * @return its own; threads that must not block either, where the server has no event loops
     */
    public Scheduler of(ServerHttpRequest request) {
        @Nullable ChannelOperations<?, ?> operations = NativeRequest.find(request, ChannelOperations.class);
        if (operations != null) {
            return schedulers.computeIfAbsent(operations.channel().eventLoop(), Schedulers::fromExecutorService);
        }
        return Schedulers.parallel();
    }
}
