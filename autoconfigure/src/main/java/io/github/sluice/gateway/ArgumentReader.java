package io.github.sluice.gateway;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Reads values out of arguments as they were written, and turns each mistake into one message. Names are relaxed as
 * Spring's are: {@code refillRate} is {@code refill-rate}.
 */
final class ArgumentReader {

    private final Optional<String> routeId;
    private final String path;
    private final Map<String, Object> values = new TreeMap<>();
    private final Map<String, String> written = new LinkedHashMap<>();

    ArgumentReader(Optional<String> routeId, Map<?, ?> values) {
        this(routeId, "", values);
    }

    private ArgumentReader(Optional<String> routeId, String path, Map<?, ?> values) {
        this.routeId = routeId;
        this.path = path;
        values.forEach((name, value) -> {
            this.values.put(uniform(name.toString()), value);
            this.written.put(uniform(name.toString()), name.toString());
        });
    }

    /** Refuses the first argument that has none of these names. */
    void refuseOthers(String... names) {
        Set<String> known = new java.util.HashSet<>();
        for (String name : names) {
            known.add(uniform(name));
        }
        written.forEach((uniform, name) -> {
            if (name.startsWith("_genkey_")) {
                throw new InvalidFilterException(
                        routeId,
                        "number " + (Integer.parseInt(name.substring("_genkey_".length())) + 1),
                        value(uniform),
                        "the short form takes capacity, refill-rate, key and cost, in this order; write others by name");
            }
            if (!known.contains(uniform)) {
                throw new InvalidFilterException(
                        routeId,
                        path + name,
                        value(uniform),
                        "no argument has this name; write one of " + String.join(", ", names));
            }
        });
    }

    boolean has(String name) {
        return values.containsKey(uniform(name));
    }

    Optional<Object> raw(String name) {
        return Optional.ofNullable(values.get(uniform(name)));
    }

    Optional<String> text(String name) {
        return raw(name).map(value -> value.toString().strip());
    }

    /** A value that {@code read} makes of a text; what it refuses becomes the message. */
    <T> Optional<T> parsed(String name, Function<String, T> read) {
        return text(name).map(text -> attempt(name, text, () -> read.apply(text)));
    }

    Optional<Long> wholeNumber(String name, long least, long most) {
        return parsed(name, text -> number(text, least, most));
    }

    private static long number(String text, long least, long most) {
        String allowed = "write a whole number from " + least + " to " + most;
        if (!text.matches("[+-]?\\d{1,18}")) {
            throw new IllegalArgumentException(allowed);
        }
        long number = Long.parseLong(text);
        if (number < least || number > most) {
            throw new IllegalArgumentException(allowed);
        }
        return number;
    }

    <E extends Enum<E>> Optional<E> oneOf(String name, Class<E> type) {
        return parsed(name, text -> constant(text, type));
    }

    <E extends Enum<E>> List<E> severalOf(String name, Class<E> type) {
        return texts(name).stream()
                .map(text -> attempt(name, text, () -> constant(text, type)))
                .toList();
    }

    private static <E extends Enum<E>> E constant(String text, Class<E> type) {
        for (E constant : type.getEnumConstants()) {
            if (uniform(constant.name()).equals(uniform(text))) {
                return constant;
            }
        }
        throw new IllegalArgumentException("write "
                + String.join(
                        ", ",
                        Stream.of(type.getEnumConstants())
                                .map(constant ->
                                        constant.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                                .toList()));
    }

    /** A list of texts, or one text with commas. */
    List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (Object value : elements(name)) {
            for (String text : value.toString().split(",")) {
                if (!text.isBlank()) {
                    texts.add(text.strip());
                }
            }
        }
        return texts;
    }

    /** A list of groups of arguments. */
    List<ArgumentReader> groups(String name) {
        List<ArgumentReader> groups = new ArrayList<>();
        for (Object value : elements(name)) {
            if (!(value instanceof Map<?, ?> group)) {
                throw mistake(name, value, "write a list of groups of arguments");
            }
            groups.add(new ArgumentReader(routeId, path + name + '[' + groups.size() + "].", group));
        }
        return groups;
    }

    /** What is made of each of several texts. */
    <T> List<T> each(String name, Function<String, T> read) {
        return texts(name).stream()
                .map(text -> attempt(name, text, () -> read.apply(text)))
                .toList();
    }

    /** A group of arguments; empty if it is not written. */
    Optional<ArgumentReader> group(String name) {
        return raw(name).map(value -> {
            if (!(value instanceof Map<?, ?> group)) {
                throw mistake(name, value, "write a group of arguments");
            }
            return new ArgumentReader(routeId, path + name + '.', group);
        });
    }

    /** A group of arguments within another. */
    ArgumentReader group(String name, String member, Object value) {
        if (!(value instanceof Map<?, ?> group)) {
            throw mistake(name + '.' + member, value, "write a group of arguments");
        }
        return new ArgumentReader(routeId, path + name + '.' + member + '.', group);
    }

    /** False if it is not written. */
    boolean flag(String name) {
        return parsed(name, text -> switch (text) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw new IllegalArgumentException("write true or false");
                })
                .orElse(false);
    }

    /** What has names of its own: a group {@code {a: 1}}, or a list of {@code a} or {@code a=1}. */
    Map<String, Optional<String>> named(String name) {
        Map<String, Optional<String>> named = new LinkedHashMap<>();
        if (raw(name).orElse("") instanceof Map<?, ?> group
                && !group.keySet().stream().allMatch(key -> key.toString().matches("\\d+"))) {
            group.forEach((key, value) -> named.put(key.toString(), Optional.of(value.toString())));
            return named;
        }
        for (String text : texts(name)) {
            String[] parts = text.split("=", 2);
            named.put(parts[0].strip(), parts.length == 1 ? Optional.empty() : Optional.of(parts[1].strip()));
        }
        return named;
    }

    /** A list arrives as a map from its indexes, for that is how arguments are bound; from the Java DSL as a list. */
    List<Object> elements(String name) {
        Object value = raw(name).orElse(List.of());
        if (value instanceof List<?> list) {
            return List.copyOf(list);
        }
        if (!(value instanceof Map<?, ?> map)) {
            return List.of(value);
        }
        Map<Integer, Object> elements = new TreeMap<>();
        map.forEach((index, element) -> {
            if (!index.toString().matches("\\d{1,4}")) {
                throw mistake(name, map, "write a list");
            }
            elements.put(Integer.valueOf(index.toString()), element);
        });
        return List.copyOf(elements.values());
    }

    <T> T require(String name, Optional<T> value, String remedy) {
        return value.orElseThrow(() -> InvalidFilterException.missing(routeId, path + name, remedy));
    }

    <T> T attempt(String name, Object value, java.util.function.Supplier<T> action) {
        try {
            return action.get();
        } catch (InvalidFilterException known) {
            throw known;
        } catch (IllegalArgumentException refused) {
            throw mistake(name, value, String.valueOf(refused.getMessage()));
        }
    }

    InvalidFilterException mistake(String name, Object value, String remedy) {
        return new InvalidFilterException(routeId, path + name, value, remedy);
    }

    private Object value(String uniform) {
        return values.getOrDefault(uniform, "");
    }

    private static String uniform(String name) {
        return name.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }
}
