package io.github.sluice.gateway.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.RefillRate;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OverrideTextTests {

    static Stream<Plan> plans() {
        return Stream.of(
                Plan.UNLIMITED,
                Plan.BLOCKED,
                Plan.of(20, RefillRate.parse("5/s")),
                Plan.of(1_000_000_000_000L, new RefillRate(7, Duration.parse("PT0.001001S"))),
                Plan.of(List.of(
                        new Limit("burst | ;=\"", 20, RefillRate.parse("5/s")),
                        new Limit("day", 10_000, RefillRate.parse("10000/d")))));
    }

    @ParameterizedTest
    @MethodSource("plans")
    void readsWhatItWrites(Plan plan) {
        OverrideText text = new OverrideText("orders.0", plan);
        OverrideText read = OverrideText.read(text.write());
        assertThat(read.filter()).isEqualTo("orders.0");
        assertThat(read.plan()).isEqualTo(plan);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "orders.0", "orders.0\nother", "orders.0\nsingle\n\n0\n1\nPT1S", "orders.0\nsingle\n\n1"})
    void refusesWhatNobodyHereWrites(String text) {
        assertThatThrownBy(() -> OverrideText.read(text)).isInstanceOf(RuntimeException.class);
    }
}
