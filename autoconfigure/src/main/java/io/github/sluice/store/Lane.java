package io.github.sluice.store;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Signal;

/**
 * Those who wait for one bucket under the same limits. {@code present} counts them, those of the call under way among
 * them: who raises it from 0 sends, and sends go on until it is 0 again, so that there is never more than one call and
 * nobody needs a lock. At 0 the lane closes for good and leaves the map.
 */
final class Lane {

    static final int LARGEST_BATCH = 64;

    private static final int CLOSED = Integer.MIN_VALUE;

    private final Key key;
    private final BucketStore store;
    private final ConcurrentMap<Key, Lane> lanes;
    private final Queue<Waiter> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger present = new AtomicInteger();
    private final AtomicInteger turns = new AtomicInteger();

    Lane(Key key, BucketStore store, ConcurrentMap<Key, Lane> lanes) {
        this.key = key;
        this.store = store;
        this.lanes = lanes;
    }

    /** False if the lane is closed; those whom it {@link #leftBehind left behind} then need another one. */
    boolean join(Waiter waiter) {
        // First into the queue, then into the count: whoever is counted can be taken out.
        queue.add(waiter);
        int before;
        do {
            before = present.get();
            if (before < 0) {
                return false;
            }
        } while (!present.compareAndSet(before, before + 1));
        if (before == 0) {
            takeTurns();
        }
        return true;
    }

    /**
     * One of those who stay in the queue of a closed lane: as many as were not counted, but not always the same, for one who
     * was counted may have come behind one who was not, who then was taken out in its stead.
     */
    @Nullable
    Waiter leftBehind() {
        return queue.poll();
    }

    /** A loop in place of a recursion: a store in memory answers before the call to it returns. */
    private void takeTurns() {
        if (turns.getAndIncrement() == 0) {
            do {
                send();
            } while (turns.decrementAndGet() != 0);
        }
    }

    private void send() {
        List<Waiter> batch = new ArrayList<>();
        List<Charge> charges = new ArrayList<>();
        int left = collect(batch, charges);
        if (batch.isEmpty()) {
            depart(left);
            return;
        }
        int leaving = left + batch.size();
        Mono.defer(() -> store.decide(key.bucket(), key.policy(), charges))
                .switchIfEmpty(Mono.error(() -> new IllegalStateException("the store answered nothing")))
                .subscribe(
                        decisions -> {
                            answer(batch, decisions);
                            depart(leaving);
                        },
                        failure -> {
                            batch.forEach(waiter -> waiter.sink.success(Signal.error(failure)));
                            depart(leaving);
                        });
    }

    /** Takes from the queue what fits into one call, in order; returns how many have left in the meantime. */
    private int collect(List<Waiter> batch, List<Charge> charges) {
        int left = 0;
        for (int available = present.get(); available > 0; available--) {
            Waiter waiter = Objects.requireNonNull(queue.peek());
            if (!batch.isEmpty() && charges.size() + waiter.charges.size() > LARGEST_BATCH) {
                break;
            }
            queue.remove();
            if (waiter.gone) {
                left++;
            } else {
                batch.add(waiter);
                charges.addAll(waiter.charges);
            }
        }
        return left;
    }

    private static void answer(List<Waiter> batch, List<Decision> decisions) {
        int from = 0;
        for (Waiter waiter : batch) {
            int to = from + waiter.charges.size();
            waiter.sink.success(Signal.next(decisions.subList(from, to)));
            from = to;
        }
    }

    private void depart(int count) {
        if (present.addAndGet(-count) > 0) {
            takeTurns();
        } else if (present.compareAndSet(0, CLOSED)) {
            lanes.remove(key, this);
        }
    }

    /** What the requests of a lane have in common. */
    record Key(BucketId bucket, Policy policy) {}

    /** One request. */
    static final class Waiter {

        private final List<Charge> charges;
        // As a signal: an error for one who has left would be logged as dropped.
        private final MonoSink<Signal<List<Decision>>> sink;
        private volatile boolean gone;

        Waiter(List<Charge> charges, MonoSink<Signal<List<Decision>>> sink) {
            this.charges = charges;
            this.sink = sink;
        }

        void leave() {
            gone = true;
        }
    }
}
