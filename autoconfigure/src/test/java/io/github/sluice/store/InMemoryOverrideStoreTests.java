package io.github.sluice.store;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

class InMemoryOverrideStoreTests extends OverrideStoreContract {

    private final AtomicLong clockNanos = new AtomicLong(-5);
    private final InMemoryOverrideStore store = new InMemoryOverrideStore(clockNanos::get, MOST);

    @Override
    OverrideStore store() {
        return store;
    }

    @Override
    void pass(Duration time) {
        clockNanos.addAndGet(time.toNanos());
    }
}
