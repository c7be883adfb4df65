package io.github.sluice.bucket;

/**
 * Names one bucket: whose it is, and under which filter. Two callers, or two filters, never have the same id, and the id
 * shows no caller in clear.
 *
 * @param value 1 to 128 characters, none of them a brace, so that a cluster never reads a hash tag in it
 */
public record BucketId(String value) {

    private static final int LONGEST = 128;

    public BucketId {
        if (value.isEmpty() || value.length() > LONGEST || value.indexOf('{') >= 0 || value.indexOf('}') >= 0) {
            throw new IllegalArgumentException("the id of a bucket is 1 to 128 characters without braces");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
