package io.github.sluice.store;

import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;

/**
 * Runs tasks at their time by a wheel that turns every few milliseconds (Varghese and Lauck, Hashed and Hierarchical Timing
 * Wheels). Deadlines are set and taken back for each request, and hardly one is ever reached: with Reactor's own scheduler
 * each takes a lock and wakes a thread, here it is an entry in a queue without locks.
 *
 * <p>Tasks run on the one thread of the wheel, up to a turn late.
 *
 * <p>Not part of the API.
 */
public final class TimerScheduler implements Scheduler {

    private static final Duration TURN = Duration.ofMillis(5);

    private final HashedWheelTimer timer;

    /** A wheel that turns. */
    public TimerScheduler() {
        timer = new HashedWheelTimer(
                new DefaultThreadFactory("sluice-timer", true), TURN.toMillis(), TimeUnit.MILLISECONDS);
        // Waits for its thread, which a request must not.
        timer.start();
    }

    @Override
    public Disposable schedule(Runnable task) {
        return schedule(task, 0, TimeUnit.MILLISECONDS);
    }

    @Override
    public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
        Timeout timeout = timer.newTimeout(due -> task.run(), delay, unit);
        return timeout::cancel;
    }

    @Override
    public Worker createWorker() {
        throw new UnsupportedOperationException("deadlines only");
    }

    @Override
    public void dispose() {
        timer.stop();
    }
}
