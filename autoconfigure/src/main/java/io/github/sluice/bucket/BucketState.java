package io.github.sluice.bucket;

import java.util.Map;

/**
 * What is stored of a bucket: a level for each limit, by the limit's name. A bucket of which nothing is stored is full.
 *
 * @param levels the levels; a limit that is not among them is full
 */
public record BucketState(Map<String, StoredLevel> levels) {

    public BucketState {
        levels = Map.copyOf(levels);
    }

    /**
     * The level of one limit at one time.
     *
     * @param units the level, in units
     * @param unitsPerToken the units of a token when it was stored
     * @param atMicros the time of the store's clock from which on it drips
     */
    public record StoredLevel(long units, long unitsPerToken, long atMicros) {}
}
