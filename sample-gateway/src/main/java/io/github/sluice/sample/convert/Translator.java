package io.github.sluice.sample.convert;

import io.github.sluice.sample.convert.Translation.Converted;
import io.github.sluice.sample.convert.Translation.Kept;
import io.github.sluice.sample.convert.Translation.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Says in the arguments of TokenBucket what a RequestRateLimiter says, and what differs or is left to a human. */
final class Translator {

    private final SourceText source;
    private final Map<String, Argument> settings;
    private final List<FoundFilter> others;

    /**
     * A translator.
     *
     * @param source the file
     * @param settings what holds for all filters, by uniform name
     * @param others all filters of the document
     */
    Translator(SourceText source, Map<String, Argument> settings, List<FoundFilter> others) {
        this.source = source;
        this.settings = settings;
        this.others = others;
    }

    Translation translate(FoundFilter filter) {
        WrittenArguments arguments = filter.arguments();
        Optional<Argument> limiter = arguments.find("rate-limiter");
        if (limiter.isPresent()) {
            return new Kept("the numbers of the bean " + limiter.get().value()
                    + " are not known here; write a TokenBucket " + "with its capacity and refill-rate");
        }
        Optional<Numbers> numbers = Numbers.of(source, arguments);
        if (numbers.isEmpty()) {
            return new Kept(
                    arguments.haveAny("bucket4j-rate-limiter.")
                            ? "this limits by Bucket4j; write a TokenBucket with its capacity and refill-rate"
                            : "its numbers are not in this file, but in a bean; write a TokenBucket with that capacity and "
                                    + "refill-rate");
        }
        Optional<String> obstacle = numbers.get().obstacle();
        return obstacle.isPresent() ? new Kept(obstacle.get()) : converted(filter, numbers.get());
    }

    private Converted converted(FoundFilter filter, Numbers numbers) {
        WrittenArguments arguments = filter.arguments();
        List<Line> lines = new ArrayList<>(numbers.lines());
        lines.add(2, key(arguments));
        status(arguments, "status", "status-code").ifPresent(lines::add);
        lines.addAll(missingKey(arguments));
        lines.add(Line.of(
                "on-store-failure", "local", "differs: without Redis all passed; allow for that, local limits here"));
        lines.add(headers());
        return new Converted(comments(filter, numbers), lines);
    }

    private List<String> comments(FoundFilter filter, Numbers numbers) {
        List<String> comments = new ArrayList<>();
        if (filter.arguments().areInShortForm()) {
            comments.add(
                    "decide: the gateway reads no numbers in the short form of RequestRateLimiter, so these were not "
                            + "in force");
        } else if (!numbers.rate().name().startsWith("redis-rate-limiter.")) {
            comments.add("decide: the gateway reads redis-rate-limiter.replenishRate, so "
                    + numbers.rate().name() + " was not in force");
        }
        if (others.stream().anyMatch(other -> meets(filter.slot(), other.slot()))) {
            comments.add("differs: a bucket of its own; the RequestRateLimiters of a route shared one and its numbers");
        }
        comments.add("differs: a denial has Retry-After and a body");
        if (filter.arguments()
                .find("throw-on-limit")
                .filter(flag -> !flag.value().equals("false"))
                .isPresent()) {
            comments.add("decide: throw-on-limit is left out, nothing is thrown");
        }
        // The gateway sets it itself.
        filter.arguments().find("route-id");
        for (Argument argument : filter.arguments().unread()) {
            comments.add("decide: " + argument.name() + " is left out, RequestRateLimiter does not read it");
        }
        return comments;
    }

    // One in the same slot is of another profile, and takes its place.
    private static boolean meets(Slot slot, Slot other) {
        return !slot.equals(other) && (slot.isForAllRoutes() || other.isForAllRoutes() || slot.isOnSameRouteAs(other));
    }

    private Line key(WrittenArguments arguments) {
        Optional<Argument> resolver = arguments.find("key-resolver");
        if (resolver.isEmpty()) {
            return Line.of(
                    "key",
                    "principal",
                    "decide: if there is one KeyResolver bean, RequestRateLimiter took that: \"#{@itsName}\"");
        }
        Argument written = resolver.get();
        if (written.isBean()) {
            return Line.of("key", written.value());
        }
        if (written.isExpression() || written.isPlaceholder()) {
            return Line.of("key", written.value(), "decide: has to give a KeyResolver; a text is read as words");
        }
        throw new BrokenFileException(
                source.place(written.mark()),
                written.name() + " is \"" + written.value() + "\", which names no bean",
                "Write \"#{@" + written.value().replaceAll("\\W", "") + "}\"");
    }

    private List<Line> missingKey(WrittenArguments arguments) {
        List<Line> lines = new ArrayList<>();
        Optional<Argument> deny = arguments.find("deny-empty-key").or(() -> setting("deny-empty-key"));
        Optional<Argument> read = arguments.find("empty-key-status");
        Optional<Argument> unread = arguments.find("empty-key-status-code");
        if (deny.filter(Argument::isPlaceholder).isPresent()) {
            lines.add(Line.of(
                    "on-missing-key",
                    "deny",
                    "decide: deny if " + deny.get().value() + " is true, allow if it is false"));
        } else if (deny.filter(flag -> flag.value().equals("false")).isPresent()) {
            lines.add(Line.of("on-missing-key", "allow"));
            return lines;
        }
        read.or(() -> setting("empty-key-status-code"))
                .map(status -> statusLine("missing-key-status", status))
                .or(() -> unread.map(status -> Line.of(
                        "missing-key-status",
                        statusLine("missing-key-status", status).value(),
                        "decide: it was 403, for RequestRateLimiter reads empty-key-status")))
                .ifPresent(lines::add);
        return lines;
    }

    private static Optional<Line> status(WrittenArguments arguments, String name, String written) {
        return arguments.find(written).map(status -> statusLine(name, status));
    }

    private static Line statusLine(String name, Argument status) {
        if (status.isPlaceholder()) {
            return Line.of(name, status.value(), "decide: a number from 400 to 599");
        }
        OptionalInt number = Statuses.denial(status.value());
        return number.isPresent()
                ? Line.of(name, Integer.toString(number.getAsInt()))
                : Line.of(
                        name,
                        name.equals("status") ? "429" : "403",
                        "decide: it was " + status.value() + ", and a denial is 400 to 599");
    }

    private Line headers() {
        if (setting("include-headers")
                .filter(flag -> flag.value().equals("false"))
                .isPresent()) {
            return Line.of("headers", "none");
        }
        return settings.keySet().stream().anyMatch(name -> name.endsWith("header"))
                ? Line.of("headers", "spring-cloud-gateway", "decide: the names of the headers are the usual ones")
                : Line.of("headers", "spring-cloud-gateway");
    }

    private Optional<Argument> setting(String name) {
        return Optional.ofNullable(settings.get(PropertyKey.uniform(name)));
    }
}
