package io.github.sluice.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.bucket.BucketId;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What every store of overrides does. */
abstract class OverrideStoreContract {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    static final int MOST = 50;
    private static final Duration HOUR = Duration.ofHours(1);

    final BucketId alice = new BucketId("alice");
    final BucketId bob = new BucketId("bob");

    abstract OverrideStore store();

    /** So that nothing is left of what holds for so long. */
    abstract void pass(Duration time);

    @Test
    void holdsNothingAtFirst() {
        assertThat(store().read().block(PATIENCE)).isEmpty();
        assertThat(store().remove(alice).block(PATIENCE)).isFalse();
    }

    @Test
    void readsWhatWasSaidUntilItIsTakenBack() {
        assertThat(store().put(alice, "two\nlines of tëxt", HOUR).block(PATIENCE))
                .isTrue();
        assertThat(store().put(bob, "other", HOUR).block(PATIENCE)).isTrue();
        assertThat(store().read().block(PATIENCE)).hasSize(2).hasEntrySatisfying(alice, entry -> {
            assertThat(entry.text()).isEqualTo("two\nlines of tëxt");
            assertThat(entry.remaining()).isBetween(HOUR.minusMinutes(1), HOUR);
        });
        assertThat(store().remove(alice).block(PATIENCE)).isTrue();
        assertThat(store().read().block(PATIENCE)).containsOnlyKeys(bob);
    }

    @Test
    void keepsTheLatestThatWasSaid() {
        store().put(alice, "first", HOUR).block(PATIENCE);
        store().put(alice, "second", HOUR.multipliedBy(2)).block(PATIENCE);
        assertThat(store().read().block(PATIENCE)).hasEntrySatisfying(alice, entry -> {
            assertThat(entry.text()).isEqualTo("second");
            assertThat(entry.remaining()).isGreaterThan(HOUR);
        });
    }

    @Test
    void forgetsWhatHasEnded() {
        store().put(alice, "short", Duration.ofMillis(50)).block(PATIENCE);
        store().put(bob, "long", HOUR).block(PATIENCE);
        pass(Duration.ofMillis(60));
        assertThat(store().read().block(PATIENCE)).containsOnlyKeys(bob);
    }

    @Test
    void takesNoMoreThanItMayHold() {
        for (int i = 0; i < MOST; i++) {
            store().put(new BucketId("caller-" + i), "text", HOUR).block(PATIENCE);
        }
        assertThat(store().put(alice, "one too many", HOUR).block(PATIENCE)).isFalse();
        assertThat(store().put(new BucketId("caller-7"), "again", HOUR).block(PATIENCE))
                .isTrue();
        store().remove(new BucketId("caller-8")).block(PATIENCE);
        assertThat(store().put(alice, "fits", HOUR).block(PATIENCE)).isTrue();
    }
}
