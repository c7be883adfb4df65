package io.github.sluice.gateway.plan;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.store.OverrideStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * This gateway's copy of what operators have said, read again each second and whenever somebody tells of a change. While the
 * store is away the last copy holds, each override until its end.
 *
 * <p>Not part of the API.
 */
public final class PlanOverrideCopy implements PlanOverrides {

    private static final Log LOG = LogFactory.getLog(PlanOverrideCopy.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final OverrideStore store;
    private final Consumer<BucketId> onChange;
    private final Clock clock;
    private final AtomicBoolean unreadable = new AtomicBoolean();
    private volatile Map<BucketId, Held> copy = Map.of();
    private volatile @Nullable Disposable reading;

    /**
     * A copy that is empty as yet.
     *
     * @param store where overrides are kept
     * @param onChange is told of each bucket that is not to be known as it was
     * @param clock tells how long an override holds
     */
    public PlanOverrideCopy(OverrideStore store, Consumer<BucketId> onChange, Clock clock) {
        this.store = store;
        this.onChange = onChange;
        this.clock = clock;
    }

    /** Begins to read. */
    public void start() {
        Flux<BucketId> told = store.told()
                .doOnNext(onChange)
                .retryWhen(Retry.backoff(Long.MAX_VALUE, PERIOD).maxBackoff(LONGEST_PAUSE))
                .repeat();
        reading = Flux.merge(Flux.interval(Duration.ZERO, PERIOD).onBackpressureDrop(), told)
                .onBackpressureLatest()
                .concatMap(tick -> refresh().onErrorResume(failure -> Mono.empty()), 1)
                .subscribe();
    }

    /** Reads no more. */
    public void stop() {
        Disposable running = reading;
        if (running != null) {
            running.dispose();
        }
    }

    @Override
    public Optional<PlanOverride> find(BucketId caller) {
        Held held = copy.get(caller);
        return held == null || !clock.instant().isBefore(held.override().until())
                ? Optional.empty()
                : Optional.of(held.override());
    }

    /**
     * All that holds.
     *
     * @return each override under its caller
     */
    public Map<BucketId, PlanOverride> all() {
        Map<BucketId, PlanOverride> all = new HashMap<>();
        copy.keySet().forEach(caller -> find(caller).ifPresent(override -> all.put(caller, override)));
        return all;
    }

    /**
     * Says something of a caller, in place of what was said before. This gateway obeys when it is done, others within a second.
     *
     * @param caller the caller's bucket, whatever the plan
     * @param filter the filter at which it is to hold
     * @param plan what is to hold
     * @param lasts for how long
     * @return false if there are too many; an error if the store does not answer in time
     */
    public Mono<Boolean> put(BucketId caller, String filter, Plan plan, Duration lasts) {
        return changing(caller, store.put(caller, new OverrideText(filter, plan).write(), lasts));
    }

    /**
     * Takes back what was said of a caller.
     *
     * @param caller the caller's bucket, whatever the plan
     * @return false if nothing was; an error if the store does not answer in time
     */
    public Mono<Boolean> remove(BucketId caller) {
        return changing(caller, store.remove(caller));
    }

    /**
     * Tells all gateways, this one too, that a bucket has been filled.
     *
     * @param bucket the bucket
     * @return an error if the store does not answer in time
     */
    public Mono<Void> filled(BucketId bucket) {
        return store.tell(bucket).timeout(PERIOD).doFirst(() -> onChange.accept(bucket));
    }

    private Mono<Boolean> changing(BucketId caller, Mono<Boolean> change) {
        return change.timeout(PERIOD)
                .flatMap(changed -> changed
                        ? refresh().then(store.tell(caller).timeout(PERIOD)).thenReturn(true)
                        : Mono.just(false));
    }

    private Mono<Void> refresh() {
        return store.read().timeout(PERIOD).doOnNext(this::take).then();
    }

    private void take(Map<BucketId, OverrideStore.Entry> entries) {
        Instant now = clock.instant();
        Map<BucketId, Held> earlier = copy;
        Map<BucketId, Held> later = new HashMap<>();
        entries.forEach((caller, entry) -> read(entry, now).ifPresent(held -> later.put(caller, held)));
        copy = Map.copyOf(later);
        later.forEach((caller, held) -> {
            if (!held.saysTheSameAs(earlier.get(caller))) {
                onChange.accept(caller);
            }
        });
        earlier.keySet().stream().filter(caller -> !later.containsKey(caller)).forEach(onChange);
    }

    private Optional<Held> read(OverrideStore.Entry entry, Instant now) {
        try {
            OverrideText read = OverrideText.read(entry.text());
            return Optional.of(
                    new Held(entry.text(), new PlanOverride(read.filter(), read.plan(), now.plus(entry.remaining()))));
        } catch (RuntimeException foreign) {
            if (unreadable.compareAndSet(false, true)) {
                LOG.warn("An override of a caller's limits cannot be read and does not hold here; a gateway of another"
                        + " version may have written it. (Said once.)");
            }
            return Optional.empty();
        }
    }

    private record Held(String text, PlanOverride override) {

        boolean saysTheSameAs(@Nullable Held other) {
            return other != null && text.equals(other.text);
        }
    }
}
