package io.github.sluice.bucket;

/**
 * What one row of a batch does to a bucket: a take, which passes or takes nothing, or a settlement, which is made whatever
 * the level is. A request of estimated cost 1 that turns out to cost 7 is {@code take(1)}, and {@code settlement(6)} later.
 *
 * @param tokens the cost of a take, at least 0; of a settlement the tokens that are charged, or given back if negative, at
 *     most 10<sup>12</sup> either way
 * @param settles whether it is a settlement
 */
public record Charge(long tokens, boolean settles) {

    private static final Charge ONE = new Charge(1, false);

    public Charge {
        if (!settles && tokens < 0) {
            throw new IllegalArgumentException("a cost is at least 0: " + tokens);
        }
        if (settles && (tokens > RefillRate.MOST_TOKENS || tokens < -RefillRate.MOST_TOKENS)) {
            throw new IllegalArgumentException("a settlement is at most 1000000000000 tokens: " + tokens);
        }
    }

    /**
     * A request that asks whether it may pass.
     *
     * @param cost the tokens that it takes if so; 0 looks and takes nothing
     * @return the take
     */
    public static Charge take(long cost) {
        return cost == 1 ? ONE : new Charge(cost, false);
    }

    /**
     * What is still to be paid for a request that has passed.
     *
     * @param tokens what to charge; negative to give back; 0 changes nothing
     * @return the settlement
     */
    public static Charge settlement(long tokens) {
        return new Charge(tokens, true);
    }

    /**
     * The tokens that it asks for.
     *
     * @return the cost of a take; 0 for a settlement, which does not ask
     */
    public long cost() {
        return settles ? 0 : tokens;
    }

    /**
     * Whether the bucket may be fuller afterwards.
     *
     * @return true for a settlement of less than 0
     */
    public boolean givesBack() {
        return settles && tokens < 0;
    }
}
