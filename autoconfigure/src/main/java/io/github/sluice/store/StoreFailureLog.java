package io.github.sluice.store;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Says in the log that the store fails: at once, then at most once a minute with the number of failures in between.
 *
 * <p>Not part of the API.
 */
public final class StoreFailureLog implements Consumer<Throwable> {

    private static final Log LOG = LogFactory.getLog(StoreFailureLog.class);
    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final LongSupplier clockNanos;
    private final LongAdder failures = new LongAdder();
    private final AtomicLong quietUntilNanos;

    /** A log on the system's monotonic clock. */
    public StoreFailureLog() {
        this(System::nanoTime);
    }

    StoreFailureLog(LongSupplier clockNanos) {
        this.clockNanos = clockNanos;
        this.quietUntilNanos = new AtomicLong(clockNanos.getAsLong());
    }

    @Override
    public void accept(Throwable failure) {
        failures.increment();
        long now = clockNanos.getAsLong();
        long quietUntil = quietUntilNanos.get();
        if (now - quietUntil >= 0 && quietUntilNanos.compareAndSet(quietUntil, now + WINDOW.toNanos())) {
            LOG.warn("The store of the rate limits does not decide: " + failure + ". Requests are decided by "
                    + "on-store-failure until it does. " + failures.sumThenReset()
                    + " failures since the last such line; "
                    + "the next one comes in " + TimeUnit.NANOSECONDS.toSeconds(WINDOW.toNanos())
                    + " s at the earliest.");
        }
    }
}
