package io.github.sluice.sample.convert;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.springframework.http.HttpStatus;

/** Reads a status as the gateway does: {@code 401} or {@code UNAUTHORIZED}. */
final class Statuses {

    private Statuses() {}

    /** Empty if it is none with which TokenBucket denies. */
    static OptionalInt denial(String text) {
        int number = text.matches("\\d{3}")
                ? Integer.parseInt(text)
                : Stream.of(HttpStatus.values())
                        .filter(status -> status.name().equals(name(text)))
                        .mapToInt(HttpStatus::value)
                        .findFirst()
                        .orElse(0);
        return number >= 400 && number <= 599 ? OptionalInt.of(number) : OptionalInt.empty();
    }

    private static String name(String text) {
        return text.toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
