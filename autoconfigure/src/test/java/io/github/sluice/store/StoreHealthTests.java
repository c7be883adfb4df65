package io.github.sluice.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class StoreHealthTests {

    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1);
    private final StoreHealth health = new StoreHealth(clock::get);

    @Test
    void warnsOnceWhenItBeginsAndAtMostOnceAMinute(CapturedOutput output) {
        for (int second = 0; second < 150; second++) {
            for (int request = 0; request < 200; request++) {
                health.failed(new IllegalStateException("broken"));
            }
            clock.addAndGet(Duration.ofSeconds(1).toNanos());
        }
        assertThat(output.getAll().lines().filter(line -> line.contains("does not decide")))
                .hasSize(3);
        assertThat(output).contains("broken", "1 so far", "12001 so far");
    }

    @Test
    void saysWhenItIsOver(CapturedOutput output) {
        assertThat(health.isDegraded()).isFalse();
        health.failed(new IllegalStateException("broken"));
        assertThat(health.isDegraded()).isTrue();
        health.succeeded();
        assertThat(health.isDegraded()).isFalse();
        health.succeeded();
        assertThat(output.getAll().lines().filter(line -> line.contains("StoreHealth")))
                .hasSize(2);
        assertThat(output).contains("decides again", "1 requests");
    }

    @Test
    void staysQuietWhenItComesAndGoes(CapturedOutput output) {
        for (int i = 0; i < 1000; i++) {
            health.failed(new IllegalStateException("broken"));
            health.succeeded();
        }
        assertThat(output.getAll().lines().filter(line -> line.contains("StoreHealth")))
                .hasSizeLessThanOrEqualTo(2);
    }
}
