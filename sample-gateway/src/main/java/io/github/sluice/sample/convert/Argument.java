package io.github.sluice.sample.convert;

import org.yaml.snakeyaml.error.Mark;

/**
 * A value as it was written.
 *
 * @param name its name, as it was written
 * @param value the value, without quotes
 * @param mark where the value stands
 */
record Argument(String name, String value, Mark mark) {

    /** Whether it is known only when the gateway starts. */
    boolean isPlaceholder() {
        return value.contains("${");
    }

    boolean isExpression() {
        return value.startsWith("#{");
    }

    boolean isBean() {
        return value.matches("#\\{\\s*@\\w+\\s*}");
    }
}
