package io.github.sluice.benchmarks.store;

import com.sun.management.OperatingSystemMXBean;
import io.github.sluice.benchmarks.redis.CommandUse;
import io.github.sluice.benchmarks.redis.ServerUse;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Keeps so many requests in flight, each followed by the next, and measures.
 *
 * @param contender who decides
 * @param workload who asks
 * @param inFlight how many requests at the same time
 * @param server looks at the servers
 */
record ClosedLoop(Contender contender, Workload workload, int inFlight, Supplier<ServerUse> server) {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    Sample run(Pace pace) {
        Decider decider = contender.under(workload);
        Tally tally = new Tally();
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(inFlight);
        ExecutorService driver = Executors.newSingleThreadExecutor();
        try {
            long startNanos = System.nanoTime();
            requesters(decider, tally, end, ended, driver).forEach(requester -> driver.execute(requester::next));
            sleep(pace.warmUp());
            Look before = look(tally);
            tally.measure(true);
            sleep(pace.measure());
            tally.measure(false);
            Look after = look(tally);
            end.countDown();
            if (!ended.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException(
                        ended.getCount() + " requests of " + contender.name() + " are not answered after " + PATIENCE);
            }
            Duration whole = Duration.ofNanos(System.nanoTime() - startNanos);
            return sample(tally, before, after, whole);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        } finally {
            driver.shutdownNow();
        }
    }

    private List<Requester> requesters(
            Decider decider, Tally tally, CountDownLatch end, CountDownLatch ended, ExecutorService driver) {
        List<Requester> requesters = new ArrayList<>();
        for (int i = 0; i < inFlight; i++) {
            SplittableRandom random = new SplittableRandom(i);
            requesters.add(new Requester(decider, () -> random.nextInt(workload.callers()), tally, end, ended, driver));
        }
        return requesters;
    }

    private static void sleep(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }

    private Look look(Tally tally) {
        ServerUse use = server.get();
        return new Look(System.nanoTime(), tally.decisions(), tally.failed(), SYSTEM.getProcessCpuTime(), use);
    }

    private Sample sample(Tally tally, Look before, Look after, Duration whole) {
        double decisions = after.decisions() - before.decisions();
        ServerUse use = after.use().minus(before.use());
        CommandUse calls = contender.calls(use);
        double most = Math.min((double) tally.decisions(), workload.mostAdmitted(whole));
        return new Sample(
                decisions * 1e9 / (after.nanos() - before.nanos()),
                tally.percentileMillis(50),
                tally.percentileMillis(99),
                calls.calls() / decisions,
                calls.micros() / decisions,
                use.cpuMicros() / decisions,
                use.bytes() / decisions,
                (after.clientNanos() - before.clientNanos()) / 1e3 / decisions,
                after.failed() - before.failed(),
                tally.allowed() / most,
                tally.firstFailure());
    }

    /** Where everything stood. */
    private record Look(long nanos, long decisions, long failed, long clientNanos, ServerUse use) {}
}
