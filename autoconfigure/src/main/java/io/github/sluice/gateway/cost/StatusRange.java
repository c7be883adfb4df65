package io.github.sluice.gateway.cost;

/**
 * One status or a class of them (RFC 9110, section 15).
 *
 * @param first the lowest
 * @param last the highest
 */
record StatusRange(int first, int last) {

    /**
     * Reads {@code 503} or {@code 5xx}.
     *
     * @throws IllegalArgumentException if it is neither; the message says what to write instead
     */
    static StatusRange parse(String text) {
        if (text.matches("[1-5][0-9]{2}")) {
            int status = Integer.parseInt(text);
            return new StatusRange(status, status);
        }
        if (text.matches("[1-5][xX]{2}")) {
            int first = 100 * (text.charAt(0) - '0');
            return new StatusRange(first, first + 99);
        }
        throw new IllegalArgumentException("write statuses or classes of them, such as 503 or 5xx");
    }

    boolean contains(int status) {
        return first <= status && status <= last;
    }
}
