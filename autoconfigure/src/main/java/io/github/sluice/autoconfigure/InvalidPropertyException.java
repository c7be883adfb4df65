package io.github.sluice.autoconfigure;

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

    String problem() {
        return problem;
    }

    String remedy() {
        return remedy;
    }
}
