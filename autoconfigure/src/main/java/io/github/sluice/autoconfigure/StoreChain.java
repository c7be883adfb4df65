package io.github.sluice.autoconfigure;

import io.github.sluice.bucket.BucketStore;
import io.github.sluice.store.FixedAnswerBucketStore;
import io.github.sluice.store.GuardedBucketStore;
import io.github.sluice.store.StoreFailureLog;
import io.github.sluice.store.StoreFailureMode;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** The one place where a store and its decorators are put together, outermost first: guard, then the store. */
final class StoreChain implements Function<StoreFailureMode, BucketStore> {

    private final Map<StoreFailureMode, BucketStore> chains = new EnumMap<>(StoreFailureMode.class);

    StoreChain(BucketStore store, Duration deadline) {
        Consumer<Throwable> failures = new StoreFailureLog();
        for (StoreFailureMode mode : StoreFailureMode.values()) {
            chains.put(mode, new GuardedBucketStore(store, deadline, onFailure(mode), failures));
        }
    }

    private static BucketStore onFailure(StoreFailureMode mode) {
        return new FixedAnswerBucketStore(mode != StoreFailureMode.DENY);
    }

    @Override
    public BucketStore apply(StoreFailureMode mode) {
        return chains.computeIfAbsent(mode, missing -> {
            throw new IllegalArgumentException(missing.text());
        });
    }
}
