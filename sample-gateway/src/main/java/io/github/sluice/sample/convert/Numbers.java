package io.github.sluice.sample.convert;

import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.RefillRate;
import io.github.sluice.sample.convert.Translation.Line;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The three numbers of a RequestRateLimiter.
 *
 * @param rate tokens a second
 * @param burst what the bucket holds; 1 if it is not written
 * @param requested what a request takes; 1 if it is not written
 */
record Numbers(Argument rate, Optional<Argument> burst, Optional<Argument> requested) {

    private static final String RATE = "redis-rate-limiter.replenishRate";
    private static final BigDecimal LONGEST_PERIOD = BigDecimal.valueOf(365 * 24 * 3600);
    private static final String WHOLE = "\\d{1,16}";
    private static final String DECIMAL = "\\d{1,12}(\\.\\d{1,6})?";

    /** Empty if none is written; refuses what the gateway refuses. */
    static Optional<Numbers> of(SourceText source, WrittenArguments arguments) {
        Optional<Argument> rate = arguments.find(RATE, "replenishRate");
        Optional<Argument> burst = arguments.find("redis-rate-limiter.burstCapacity", "burstCapacity");
        Optional<Argument> requested = arguments.find("redis-rate-limiter.requestedTokens", "requestedTokens");
        if (rate.isEmpty()) {
            burst.or(() -> requested).ifPresent(lonely -> {
                throw new BrokenFileException(
                        source.place(lonely.mark()),
                        "there is " + lonely.name() + " but no " + RATE,
                        "Write how many tokens drip in each second, such as " + RATE + ": 10");
            });
            return Optional.empty();
        }
        Numbers numbers = new Numbers(rate.get(), burst, requested);
        check(source, rate.get(), DECIMAL, true, "a number of tokens a second above 0, such as 10");
        burst.ifPresent(number -> check(source, number, WHOLE, false, "how many tokens the bucket holds, such as 20"));
        requested.ifPresent(number -> check(source, number, WHOLE, true, "how many tokens a request takes, such as 1"));
        return Optional.of(numbers);
    }

    private static void check(SourceText source, Argument number, String form, boolean aboveZero, String what) {
        if (isOpen(number)) {
            return;
        }
        if (!plain(number).matches(form) || (aboveZero && value(number).signum() == 0)) {
            throw new BrokenFileException(
                    source.place(number.mark()), number.name() + " is \"" + number.value() + "\"", "Write " + what);
        }
    }

    private static boolean isOpen(Argument number) {
        return number.isPlaceholder() || number.isExpression();
    }

    // YAML reads 1_000 as a number.
    private static String plain(Argument number) {
        return isOpen(number) ? number.value() : number.value().replace("_", "");
    }

    private static BigDecimal value(Argument number) {
        return new BigDecimal(plain(number));
    }

    private static Optional<BigDecimal> known(Optional<Argument> number) {
        return number.isEmpty()
                ? Optional.of(BigDecimal.ONE)
                : number.filter(argument -> !isOpen(argument)).map(Numbers::value);
    }

    /** Why no TokenBucket can stand for them. */
    Optional<String> obstacle() {
        List<Argument> written = new ArrayList<>(List.of(rate));
        burst.ifPresent(written::add);
        requested.ifPresent(written::add);
        Optional<Argument> expression =
                written.stream().filter(Argument::isExpression).findFirst();
        if (expression.isPresent()) {
            return Optional.of("what " + expression.get().value() + " gives is not known here; write the number");
        }
        Optional<BigDecimal> capacity = known(burst);
        if (capacity.isEmpty()) {
            return Optional.empty();
        }
        if (capacity.get().signum() == 0) {
            return Optional.of("a burstCapacity of 0 denies every request, and a TokenBucket holds 1 at least; answer "
                    + "with SetStatus, or take the route out");
        }
        if (known(requested).filter(cost -> cost.compareTo(capacity.get()) > 0).isPresent()) {
            return Optional.of("requestedTokens above burstCapacity denies every request, which TokenBucket refuses; "
                    + "raise the one or lower the other");
        }
        return known(Optional.of(rate)).isEmpty() ? Optional.empty() : mistake(capacity.get());
    }

    private Optional<String> mistake(BigDecimal capacity) {
        try {
            new Limit("default", capacity.longValueExact(), RefillRate.parse(perSecond()));
            return Optional.empty();
        } catch (IllegalArgumentException refused) {
            return Optional.of("TokenBucket refuses this: " + refused.getMessage());
        }
    }

    List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        lines.add(capacityLine());
        lines.add(
                rate.isPlaceholder()
                        ? Line.of(
                                "refill-rate",
                                rate.value() + "/s",
                                "decide: a whole number; drips evenly, not by the second")
                        : Line.of("refill-rate", perSecond(), "differs: drips evenly, not by the second"));
        requested.ifPresent(cost -> lines.add(costLine(cost)));
        return lines;
    }

    private Line capacityLine() {
        String value = burst.map(Numbers::plain).orElse("1");
        Optional<BigDecimal> perSecond = known(Optional.of(rate));
        Optional<BigDecimal> capacity = known(burst);
        List<String> comments = new ArrayList<>();
        if (burst.isEmpty()) {
            comments.add("burstCapacity is not written, which is 1");
        }
        if (perSecond.isPresent() && capacity.isPresent() && capacity.get().compareTo(perSecond.get()) < 0) {
            comments.add("at most " + value + " a second passed, now refill-rate holds");
        }
        return comments.isEmpty()
                ? Line.of("capacity", value)
                : Line.of("capacity", value, "decide: " + String.join("; ", comments));
    }

    private String perSecond() {
        BigDecimal tokens = value(rate).stripTrailingZeros();
        int decimals = Math.max(0, tokens.scale());
        BigInteger seconds = BigInteger.TEN.pow(decimals);
        BigInteger whole = tokens.movePointRight(decimals).toBigIntegerExact();
        BigInteger common = whole.gcd(seconds);
        BigInteger period = seconds.divide(common);
        return whole.divide(common) + "/" + (period.equals(BigInteger.ONE) ? "" : period) + "s";
    }

    private Line costLine(Argument cost) {
        Optional<BigDecimal> tokens = known(Optional.of(cost));
        Optional<BigDecimal> perSecond = known(Optional.of(rate));
        Optional<BigDecimal> capacity = known(burst);
        if (tokens.isEmpty()
                || perSecond.isEmpty()
                || capacity.isEmpty()
                || tokens.get().compareTo(BigDecimal.ONE) <= 0) {
            return Line.of("cost", plain(cost));
        }
        BigDecimal[] requests = capacity.get().divideAndRemainder(tokens.get());
        return requests[1].signum() == 0
                        && perSecond.get().compareTo(BigDecimal.ONE) == 0
                        && tokens.get().compareTo(LONGEST_PERIOD) <= 0
                ? Line.of(
                        "cost",
                        plain(cost),
                        "decide: in short capacity " + requests[0].toBigInteger() + ", refill-rate "
                                + RefillRate.parse("1/" + plain(cost) + "s") + ", no cost")
                : Line.of("cost", plain(cost));
    }
}
