package io.github.sluice.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class TimerSchedulerTests {

    private final TimerScheduler timer = new TimerScheduler();

    @AfterEach
    void stop() {
        timer.dispose();
    }

    @Test
    void runsATaskNeverBeforeItsTime() throws InterruptedException {
        CountDownLatch ran = new CountDownLatch(1);
        AtomicLong ranNanos = new AtomicLong();
        long startNanos = System.nanoTime();
        timer.schedule(
                () -> {
                    ranNanos.set(System.nanoTime());
                    ran.countDown();
                },
                30,
                TimeUnit.MILLISECONDS);
        assertThat(ran.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(Duration.ofNanos(ranNanos.get() - startNanos)).isGreaterThanOrEqualTo(Duration.ofMillis(30));
    }

    @Test
    void runsNoTaskThatIsTakenBack() throws InterruptedException {
        AtomicBoolean ran = new AtomicBoolean();
        CountDownLatch later = new CountDownLatch(1);
        Disposable task = timer.schedule(() -> ran.set(true), 20, TimeUnit.MILLISECONDS);
        task.dispose();
        timer.schedule(later::countDown, 60, TimeUnit.MILLISECONDS);
        assertThat(later.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(ran).isFalse();
    }

    @Test
    void watchesADeadline() {
        StepVerifier.create(new Deadline(Duration.ofMillis(20), timer).limit(Mono.never()))
                .expectError(TimeoutException.class)
                .verify(Duration.ofSeconds(20));
    }
}
