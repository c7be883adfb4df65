package io.github.sluice.gateway;

import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.gateway.cost.ActualCost;
import io.github.sluice.gateway.cost.Settling;
import io.github.sluice.store.Settlements;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.http.server.reactive.ServerHttpResponse;

/**
 * Settles what a request has paid by estimate, once its response tells what it cost: when that is about to be committed, so
 * once and for the final one, and without making it wait. What a route's earlier attempts said has been replaced by then.
 *
 * <p>Not part of the API.
 */
public final class Settler {

    private static final Log LOG = LogFactory.getLog(Settler.class);

    private final Settlements settlements;
    private final SettlementListener listener;
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    /**
     * A settler.
     *
     * @param settlements where the estimates were taken
     * @param listener is told of each settlement
     */
    public Settler(Settlements settlements, SettlementListener listener) {
        this.settlements = settlements;
        this.listener = listener;
    }

    /** Settles one payment by the response that is about to be committed. */
    void settle(Payment payment, Settling settling, ServerHttpResponse response) {
        ActualCost actual = settling.of(response.getStatusCode(), response.getHeaders());
        if (actual instanceof ActualCost.Known known) {
            settle(payment, known.tokens());
        } else if (actual instanceof ActualCost.Unreadable) {
            warn(payment.placement().routeId(), settling.header());
            tell(payment, SettlementOutcome.IGNORED);
        }
    }

    private void settle(Payment payment, long actual) {
        Decision decision = payment.decision();
        long difference = actual - decision.cost();
        if (difference == 0 || tookNothing(decision)) {
            return;
        }
        settlements
                .settle(decision.source(), payment.bucket(), payment.policy(), difference)
                .subscribe(settled -> tell(
                        payment,
                        !settled
                                ? SettlementOutcome.LOST
                                : difference > 0 ? SettlementOutcome.CHARGED : SettlementOutcome.REFUNDED));
    }

    /** The store failed, and the filter lets pass then. */
    private static boolean tookNothing(Decision decision) {
        return decision.source() == DecisionSource.NONE && decision.cost() > 0;
    }

    private void tell(Payment payment, SettlementOutcome outcome) {
        Placement placement = payment.placement();
        listener.onSettlement(placement.routeId(), placement.filter(), outcome);
    }

    private void warn(String routeId, String header) {
        if (warned.add(routeId)) {
            LOG.warn("A response of route '" + routeId + "' tells its cost in " + header
                    + ", but not as one whole number from 0 to 1000000000000: the estimate stays. (Said once.)");
        }
    }
}
