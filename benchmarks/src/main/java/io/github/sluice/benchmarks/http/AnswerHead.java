package io.github.sluice.benchmarks.http;

import java.nio.charset.StandardCharsets;

/** The little that a load generator reads of an answer: its status, its length, and whether it tells a rate limit. */
final class AnswerHead {

    private static final byte[] CONTENT_LENGTH = lower("content-length: ");
    private static final byte[] TRANSFER_ENCODING = lower("transfer-encoding: ");
    private static final byte[] RATE_LIMIT = lower("ratelimit: ");
    private static final byte[] REMAINING = lower("x-ratelimit-remaining: ");

    private int status;
    private int length;
    private boolean tellsLimit;

    private static byte[] lower(String name) {
        return name.getBytes(StandardCharsets.US_ASCII);
    }

    int status() {
        return status;
    }

    /** Of head and body together, in bytes. */
    int length() {
        return length;
    }

    /** Whether the shared store was asked: both limiters leave out the state, or write a negative one, without it. */
    boolean tellsLimit() {
        return tellsLimit;
    }

    /** False if the head is not complete yet. */
    boolean read(byte[] bytes, int end) {
        int bodyLength = 0;
        tellsLimit = false;
        int line = 0;
        for (int i = 0; i < end; i++) {
            if (bytes[i] != '\n') {
                continue;
            }
            if (i - line == 1) {
                status = number(bytes, 9);
                length = i + 1 + bodyLength;
                return true;
            }
            line = i + 1;
            if (startsWith(bytes, line, end, CONTENT_LENGTH)) {
                bodyLength = number(bytes, line + CONTENT_LENGTH.length);
            } else if (startsWith(bytes, line, end, RATE_LIMIT)) {
                tellsLimit = true;
            } else if (startsWith(bytes, line, end, REMAINING)) {
                tellsLimit = bytes[line + REMAINING.length] != '-';
            } else if (startsWith(bytes, line, end, TRANSFER_ENCODING)) {
                throw new IllegalStateException("an answer in chunks, which this load generator does not read");
            }
        }
        return false;
    }

    private static boolean startsWith(byte[] bytes, int from, int end, byte[] lowerCase) {
        if (end - from <= lowerCase.length) {
            return false;
        }
        for (int i = 0; i < lowerCase.length; i++) {
            int given = bytes[from + i];
            if ((given >= 'A' && given <= 'Z' ? given + 'a' - 'A' : given) != lowerCase[i]) {
                return false;
            }
        }
        return true;
    }

    private static int number(byte[] bytes, int from) {
        int number = 0;
        for (int i = from; bytes[i] >= '0' && bytes[i] <= '9'; i++) {
            number = number * 10 + bytes[i] - '0';
        }
        return number;
    }
}
