package io.github.sluice.testing;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Tells BlockHound of the short locks that Lettuce takes around its command queue and Netty around its memory. To throw in
 * the middle of one would leave it broken, and every later command spinning.
 */
public final class ClientLocks implements BlockHoundIntegration {

    private static final String LOCK = "io.lettuce.core.protocol.SharedLock";

    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.allowBlockingCallsInside(LOCK, "incrementWriters")
                .allowBlockingCallsInside(LOCK, "decrementWriters")
                .allowBlockingCallsInside(LOCK, "doExclusive")
                .allowBlockingCallsInside("io.netty.buffer.AdaptivePoolingAllocator", "allocate");
    }
}
