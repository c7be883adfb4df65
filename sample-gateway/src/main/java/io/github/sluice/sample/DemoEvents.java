package io.github.sluice.sample;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Reads the state of the store and the buckets of the page's callers four times a second, for as long as someone looks. */
final class DemoEvents {

    private static final Duration PERIOD = Duration.ofMillis(250);

    private final Supplier<EndpointReader> reader;
    private final Sinks.Empty<Void> closed = Sinks.empty();

    /**
     * Events.
     *
     * @param reader reads the endpoint; asked for when someone looks, for the port is not known before
     */
    DemoEvents(Supplier<EndpointReader> reader) {
        this.reader = reader;
    }

    /** The readings for a page that is looked at from this address. */
    Flux<Reading> to(InetAddress address) {
        EndpointReader endpoint = reader.get();
        return Flux.interval(Duration.ZERO, PERIOD)
                .onBackpressureDrop()
                .concatMap(tick -> read(endpoint, address.getHostAddress()), 0)
                .takeUntilOther(closed.asMono());
    }

    private static Mono<Reading> read(EndpointReader endpoint, String address) {
        return Mono.zip(
                        endpoint.all(),
                        endpoint.bucket("ip.0", address),
                        endpoint.bucket("users.0", DemoTokens.ISSUER + "|alice"),
                        endpoint.bucket("users.0", DemoTokens.ISSUER + "|vera"),
                        endpoint.bucket("reports.0", address))
                .map(all -> new Reading(
                        all.getT1(),
                        Map.of(
                                "address", all.getT2(),
                                "user", all.getT3(),
                                "vip", all.getT4(),
                                "export", all.getT5())));
    }

    /** Ends all streams when the gateway begins to stop: it would wait for them as for requests under way. */
    @EventListener(ContextClosedEvent.class)
    void close() {
        closed.tryEmitEmpty();
    }

    /**
     * What the endpoint said at one moment.
     *
     * @param gateway its document on filters and store
     * @param buckets its document on each bucket, by what the page calls the caller; empty where there is none
     */
    record Reading(Map<String, Object> gateway, Map<String, Map<String, Object>> buckets) {}
}
