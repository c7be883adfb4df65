package io.github.sluice.store;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bounds how many decisions wait at the same time, so that a store that hangs cannot fill the memory.
 *
 * <p>Not part of the API.
 */
public final class WaitingRoom {

    private final int places;
    private final AtomicInteger taken = new AtomicInteger();

    /**
     * An empty room.
     *
     * @param places how many may wait
     */
    public WaitingRoom(int places) {
        this.places = places;
    }

    /**
     * How many wait.
     *
     * @return the number at the moment
     */
    public int taken() {
        return taken.get();
    }

    boolean enter() {
        if (taken.incrementAndGet() <= places) {
            return true;
        }
        taken.decrementAndGet();
        return false;
    }

    void leave() {
        taken.decrementAndGet();
    }
}
