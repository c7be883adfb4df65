package io.github.sluice.store;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.DecisionSource;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The contract over a store in memory whose clock the test steps, and whatever is put around it. */
abstract class MemoryStoreContract extends SettlementContract {

    final AtomicLong clock = new AtomicLong();
    private @Nullable BucketStore store;

    /** The store under test, around one in memory. */
    abstract BucketStore around(InMemoryBucketStore memory);

    final InMemoryBucketStore memory() {
        return new InMemoryBucketStore(1000, DecisionSource.IN_MEMORY, clock::get);
    }

    @Override
    final BucketStore store() {
        if (store == null) {
            store = around(memory());
        }
        return store;
    }

    @Override
    final void setClock(long micros) {
        clock.set(micros);
    }

    /** All buckets are forgotten with it, which no test minds. */
    @Override
    final void expire(BucketId bucket) {
        store = around(memory());
    }

    final void use(BucketStore other) {
        store = other;
    }
}
