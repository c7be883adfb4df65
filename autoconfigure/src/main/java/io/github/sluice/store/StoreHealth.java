package io.github.sluice.store;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Knows whether the store decides or others do in its place, and says so in the log: one warning when it begins, one line
 * when it is over, and at most one warning a minute however often it comes and goes.
 *
 * <p>Not part of the API.
 */
public final class StoreHealth {

    private static final Log LOG = LogFactory.getLog(StoreHealth.class);
    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final LongSupplier clockNanos;
    private final AtomicLong quietUntilNanos;
    private final AtomicBoolean degraded = new AtomicBoolean();
    private final AtomicBoolean reported = new AtomicBoolean();
    private final LongAdder decidedOtherwise = new LongAdder();
    private volatile long degradedSinceNanos;

    /** A store that decides, on the system's monotonic clock. */
    public StoreHealth() {
        this(System::nanoTime);
    }

    StoreHealth(LongSupplier clockNanos) {
        this.clockNanos = clockNanos;
        this.quietUntilNanos = new AtomicLong(clockNanos.getAsLong());
    }

    /**
     * Whether others decide at the moment.
     *
     * @return true from the first failure on, until the store has decided again
     */
    public boolean isDegraded() {
        return degraded.get();
    }

    /** The store has decided. */
    void succeeded() {
        if (degraded.get() && degraded.compareAndSet(true, false) && reported.compareAndSet(true, false)) {
            LOG.info("The store of the rate limits decides again, after "
                    + TimeUnit.NANOSECONDS.toSeconds(clockNanos.getAsLong() - degradedSinceNanos) + " s in which "
                    + decidedOtherwise.sumThenReset() + " requests were decided by on-store-failure");
        }
    }

    /**
     * The store has failed, and something else decides in its place.
     *
     * @param failure how it failed
     */
    public void failed(Throwable failure) {
        decidedOtherwise.increment();
        long now = clockNanos.getAsLong();
        if (degraded.compareAndSet(false, true)) {
            degradedSinceNanos = now;
        }
        long quietUntil = quietUntilNanos.get();
        if (now - quietUntil >= 0 && quietUntilNanos.compareAndSet(quietUntil, now + WINDOW.toNanos())) {
            reported.set(true);
            LOG.warn("The store of the rate limits does not decide (" + failure
                    + "): requests are decided by on-store-failure until it does, "
                    + decidedOtherwise.sum() + " so far");
        }
    }
}
