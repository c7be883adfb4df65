package io.github.sluice.store;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.Policy;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Signal;

/**
 * Lets requests for one bucket under the same limits share calls: while a call is under way, those that come wait for it to
 * return and then go together in the next one, in the order of their arrival. Each is decided as if it came alone; a bucket
 * that nobody else asks for waits for nothing; and a hot one costs one call for as many requests as came during the last.
 *
 * <p>One who leaves before the call is sent takes nothing, and one who leaves later does not harm the others. An error is
 * that of its own call only.
 *
 * <p>Not part of the API.
 */
public final class CoalescingBucketStore implements BucketStore {

    private final BucketStore delegate;
    private final ConcurrentMap<Lane.Key, Lane> lanes = new ConcurrentHashMap<>();

    /**
     * A store whose calls are shared.
     *
     * @param delegate decides the batches
     */
    public CoalescingBucketStore(BucketStore delegate) {
        this.delegate = delegate;
    }

    @Override
    public Mono<List<Decision>> decide(BucketId bucket, Policy policy, List<Charge> charges) {
        Lane.Key key = new Lane.Key(bucket, policy);
        return Mono.<Signal<List<Decision>>>create(sink -> {
                    Lane.Waiter waiter = new Lane.Waiter(charges, sink);
                    sink.onCancel(waiter::leave);
                    enter(key, waiter);
                })
                .dematerialize();
    }

    private void enter(Lane.Key key, Lane.Waiter waiter) {
        Lane lane = lane(key);
        if (!lane.join(waiter)) {
            lanes.remove(key, lane);
            for (Lane.@Nullable Waiter left = lane.leftBehind(); left != null; left = lane.leftBehind()) {
                enter(key, left);
            }
        }
    }

    private Lane lane(Lane.Key key) {
        Lane lane = lanes.get(key);
        if (lane != null) {
            return lane;
        }
        Lane fresh = new Lane(key, delegate, lanes);
        Lane other = lanes.putIfAbsent(key, fresh);
        return other == null ? fresh : other;
    }

    /** How many buckets have a call under way. */
    int lanes() {
        return lanes.size();
    }
}
