package io.github.sluice.autoconfigure;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** A value of a {@code sluice.*} property that cannot be meant. */
final class InvalidPropertyException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String problem;
    private final String remedy;

    InvalidPropertyException(String property, Object value, String remedy) {
        super("Property " + property + " is \"" + value + "\". " + remedy + '.');
        this.problem = "Property " + property + " is \"" + value + "\"";
        this.remedy = remedy;
    }

    /** What is made of a value; why it cannot be becomes the remedy. */
    static <T> T attempt(String property, Object value, Supplier<T> action) {
        try {
            return action.get();
        } catch (IllegalArgumentException refused) {
            String remedy = String.valueOf(refused.getMessage());
            throw new InvalidPropertyException(
                    property, value, Character.toUpperCase(remedy.charAt(0)) + remedy.substring(1));
        }
    }

    /** What is made of each text of a list. */
    static <T> List<T> attemptEach(String property, List<String> texts, Function<String, T> read) {
        return texts.stream()
                .map(text -> attempt(property, text, () -> read.apply(text)))
                .toList();
    }

    String problem() {
        return problem;
    }

    String remedy() {
        return remedy;
    }
}
