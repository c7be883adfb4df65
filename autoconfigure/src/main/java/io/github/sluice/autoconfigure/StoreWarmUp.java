package io.github.sluice.autoconfigure;

import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;

/** Warms the store up just before the web server starts, and does not wait for it: a gateway starts without its store. */
final class StoreWarmUp implements SmartLifecycle {

    private final StoreChain stores;
    private volatile boolean running;

    StoreWarmUp(StoreChain stores) {
        this.stores = stores;
    }

    @Override
    public void start() {
        running = true;
        stores.warmUp().subscribe();
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE - 1;
    }
}
