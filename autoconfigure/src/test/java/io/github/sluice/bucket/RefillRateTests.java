package io.github.sluice.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefillRateTests {

    @ParameterizedTest
    @CsvSource({
        "5/s, 5, PT1S, 5/s",
        "100/min, 100, PT1M, 100/min",
        "1000/h, 1000, PT1H, 1000/h",
        "10000/d, 10000, P1D, 10000/d",
        "1/10s, 1, PT10S, 1/10s",
        "1/60s, 1, PT1M, 1/min",
        "3 / 5 min, 3, PT5M, 3/5min",
        "1/250ms, 1, PT0.25S, 1/250ms",
        "1000000000000/365d, 1000000000000, P365D, 1000000000000/365d",
    })
    void readsTokensPerTime(String text, long tokens, Duration period, String written) {
        RefillRate rate = RefillRate.parse(text);
        assertThat(rate).isEqualTo(new RefillRate(tokens, period)).hasToString(written);
        assertThat(RefillRate.parse(written)).isEqualTo(rate);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "5",
                "5/",
                "/s",
                "5/m",
                "5/sec",
                "5/S",
                "-5/s",
                "0.5/s",
                "5/0.5s",
                "5/s/s",
                "0/s",
                "5/0s",
                "1000000000001/s",
                "1/366d"
            })
    void refusesWhatIsNoRate(String text) {
        assertThatThrownBy(() -> RefillRate.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesALimitThatCannotBeCountedExactly() {
        assertThatThrownBy(() -> new Limit("default", 1_000_000_000_000L, RefillRate.parse("999999999989/86399s")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rounder number");
    }
}
