package io.github.sluice.gateway;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Tells of a filter's verdicts: those who listen, and the log, which sees callers as hashes only. */
final class Reports {

    private static final Log LOG = LogFactory.getLog(TokenBucketGatewayFilter.class);

    private final Mode mode;
    private final VerdictListener listener;
    private final AtomicBoolean warned = new AtomicBoolean();

    Reports(Mode mode, VerdictListener listener) {
        this.mode = mode;
        this.listener = listener;
    }

    /** Whether {@link #log} does anything. */
    boolean wantsDenials() {
        return LOG.isDebugEnabled();
    }

    /** What is made of it in the mode of the filter. */
    Verdict tell(Placement placement, Verdict verdict) {
        if (verdict.outcome() == Outcome.NEVER && !verdict.violated().isEmpty() && warned.compareAndSet(false, true)) {
            LOG.warn("A request of route '" + placement.routeId() + "' costs "
                    + verdict.decision().cost() + " tokens, more than its limits " + verdict.violated()
                    + " ever hold, and can never pass: raise the capacity or lower the cost. (Said once.)");
        }
        Verdict said = mode == Mode.SHADOW ? verdict.inShadow() : verdict;
        listener.onVerdict(placement.routeId(), placement.filter(), said);
        return said;
    }

    void log(Placement placement, Account account, Ruling ruling) {
        Outcome outcome = ruling.verdict().outcome();
        if (outcome != Outcome.ALLOWED) {
            LOG.debug("Route " + placement.routeId() + ", filter " + placement.filter() + ": " + outcome.tag()
                    + account.plan().map(plan -> " on plan " + plan).orElse("")
                    + " by " + (ruling.violated().isEmpty() ? "none" : String.join(", ", ruling.violated()))
                    + ", caller hash:" + account.caller());
        }
    }
}
