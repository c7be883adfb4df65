package io.github.sluice.sample.convert;

/** A file that cannot be converted: where, what is wrong there, and what to write instead. */
final class BrokenFileException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BrokenFileException(String place, String problem, String remedy) {
        super(place + ": " + problem + ". " + remedy + '.');
    }
}
