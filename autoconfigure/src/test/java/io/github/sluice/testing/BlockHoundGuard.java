package io.github.sluice.testing;

import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;
import reactor.blockhound.BlockHound;

/**
 * Lets BlockHound stand guard in every JVM that runs tests. Not in Maven's own, which only looks for them where they run in
 * several, and has not the flag that BlockHound needs.
 */
public final class BlockHoundGuard implements TestExecutionListener {

    private static final boolean IN_MAVEN = System.getProperty("maven.home") != null;

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        if (!IN_MAVEN) {
            BlockHound.install();
        }
    }
}
