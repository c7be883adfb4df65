package io.github.sluice.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the stores cannot show: what is stored, and what a policy refuses. Their contract has the rest. */
class SettlementTests {

    private static final long SECOND = 1_000_000;
    private static final Limit TEN = new Limit("default", 10, RefillRate.parse("1/s"));
    private static final Policy POLICY = Policy.of(TEN).withMostDebt(OptionalLong.empty());

    @Test
    void storesWhatItChangedAndForHowLong() {
        Transition charged = settle(POLICY, Optional.empty(), SECOND, 15);
        assertThat(charged.stored())
                .hasValue(new BucketState(Map.of("default", new BucketState.StoredLevel(-5 * SECOND, SECOND, SECOND))));
        assertThat(charged.decision().timeToLive()).hasSeconds(15);
        assertThat(settle(POLICY, charged.stored(), SECOND, -1_000).decision().timeToLive())
                .hasMillis(1);
    }

    @Test
    void storesNothingWhereNothingChanges() {
        Optional<BucketState> lowest = settle(POLICY, Optional.empty(), 0, 20).stored();
        assertThat(settle(POLICY, lowest, 0, 3).stored()).isEmpty();
        assertThat(settle(POLICY, lowest, 5, 0).stored()).isEmpty();
        assertThat(settle(POLICY, Optional.empty(), 0, -3).stored()).isEmpty();
        assertThat(settle(POLICY, lowest, 30 * SECOND, -3).stored()).isEmpty();
    }

    @Test
    void waitsForTheFirstTokenInDebt() {
        Policy policy =
                Policy.of(new Limit("default", 3, RefillRate.parse("2/s"))).withMostDebt(OptionalLong.of(2));
        LimitState indebted =
                settle(policy, Optional.empty(), 0, 5).decision().limits().get(0);
        assertThat(indebted.remaining()).isZero();
        assertThat(indebted.untilNextToken()).hasValue(Duration.ofMillis(1500));
        assertThat(indebted.untilFull()).hasMillis(2500);
        LimitState later = indebted.after(Duration.ofMillis(1400));
        assertThat(later.untilNextToken()).hasValue(Duration.ofMillis(100));
        assertThat(later.after(Duration.ofMillis(200)).untilNextToken()).hasValue(Duration.ofMillis(400));
    }

    @Test
    void refusesADebtThatCannotBePaidBack() {
        assertThatThrownBy(() -> Policy.of(TEN).withMostDebt(OptionalLong.of(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a debt is 0 to 1000000000000 tokens");
        assertThatThrownBy(() -> Policy.of(TEN).withMostDebt(OptionalLong.of(315_360_001)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("315360001 tokens at 1/s take longer");
        assertThat(Policy.of(TEN)
                        .withMostDebt(OptionalLong.of(315_360_000))
                        .scale(0)
                        .mostDebt())
                .isEqualTo(315_360_000);
    }

    @Test
    void countsMoreCoarselyWhatADebtMakesTooLargeAndRefusesWhatIsStillTooLarge() {
        Policy policy = Policy.of(new Limit("default", 5_000_000_000L, RefillRate.parse("999999/s")));
        assertThat(policy.scale(0).tickMicros()).isEqualTo(1);
        assertThat(policy.withMostDebt(OptionalLong.empty()).scale(0).tickMicros())
                .isEqualTo(10);
        Policy odd = Policy.of(new Limit("default", 50_000_000, RefillRate.parse("999999999989/86399s")));
        assertThat(odd.scale(0).mostDebt()).isZero();
        assertThatThrownBy(() -> odd.withMostDebt(OptionalLong.of(10_000_000_000L)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("choose a smaller capacity or debt");
    }

    @Test
    void isAnotherPolicyWithAnotherDebt() {
        assertThat(POLICY)
                .isEqualTo(Policy.of(TEN).withMostDebt(OptionalLong.of(10)))
                .isNotEqualTo(Policy.of(TEN))
                .isNotEqualTo(Policy.of(TEN).withMostDebt(OptionalLong.of(9)));
        assertThat(Policy.of(TEN)).isEqualTo(Policy.of(TEN).withMostDebt(OptionalLong.of(0)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000_000_000_001L, -1_000_000_000_001L, Long.MIN_VALUE})
    void refusesASettlementBeyondTheLargestCapacity(long tokens) {
        assertThatThrownBy(() -> Charge.settlement(tokens))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Long.toString(tokens));
    }

    private static Transition settle(Policy policy, Optional<BucketState> stored, long now, long tokens) {
        return TokenBucket.decide(policy, stored, now, Charge.settlement(tokens), DecisionSource.IN_MEMORY);
    }
}
