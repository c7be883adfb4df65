package io.github.sluice.benchmarks.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Requests for one path, encoded before they are needed, one after the other: each of another caller, and from the
 * beginning again after the last.
 */
final class Requests {

    static final String CALLER = "X-Caller";

    private final ByteBuffer all;
    private final int length;
    private int position;

    private Requests(ByteBuffer all, int length) {
        this.all = all;
        this.length = length;
    }

    /** Requests of so many callers in turn. */
    static Requests of(String path, int callers) {
        return from(path, 0, callers);
    }

    /** Requests of one caller. */
    static Requests by(String path, int caller) {
        return from(path, caller, 1);
    }

    private static Requests from(String path, int firstCaller, int callers) {
        int length = encode(path, firstCaller).length;
        ByteBuffer all = ByteBuffer.allocateDirect(length * callers);
        for (int i = 0; i < callers; i++) {
            all.put(encode(path, firstCaller + i));
        }
        return new Requests(all, length);
    }

    private static byte[] encode(String path, int caller) {
        return "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n%s: caller-%08d\r\n\r\n"
                .formatted(path, CALLER, caller)
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** The next one; the same buffer each time, to be read before the next call. */
    ByteBuffer next() {
        if (position == all.capacity()) {
            position = 0;
        }
        all.limit(position + length).position(position);
        position += length;
        return all;
    }
}
