package io.github.sluice.actuate;

import io.github.sluice.store.StoreHealth;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Shows whether the store decides. Always UP: a gateway that decides alone still serves, and must not be taken out of
 * service for it.
 *
 * <p>Not part of the API.
 */
public final class SluiceHealthIndicator implements HealthIndicator {

    private final StoreHealth store;

    /**
     * An indicator.
     *
     * @param store what is known of the store
     */
    public SluiceHealthIndicator(StoreHealth store) {
        this.store = store;
    }

    @Override
    public Health health() {
        return Health.up()
                .withDetail("store", store.isDegraded() ? "degraded" : "ok")
                .build();
    }
}
