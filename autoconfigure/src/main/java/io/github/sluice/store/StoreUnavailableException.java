package io.github.sluice.store;

/** A decision that was not asked for, since the answer would come too late or not at all. No stack trace: it is frequent. */
final class StoreUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private StoreUnavailableException(String message) {
        super(message, null, false, false);
    }

    static StoreUnavailableException tooManyWait() {
        return new StoreUnavailableException("too many decisions wait already");
    }

    static StoreUnavailableException breakerIsOpen() {
        return new StoreUnavailableException("the circuit breaker is open");
    }
}
