package io.github.sluice.gateway;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.Decision;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;

/**
 * What the filters remember of one exchange, while a filter around them may run the chain again: which buckets it has paid
 * already, and which filters have written their headers. Lives in the attributes, which a mutated exchange shares. Lists, for
 * a route has one filter of this kind or two.
 */
final class ExchangeState {

    private static final String ATTRIBUTE = ExchangeState.class.getName();

    private final List<Visit> visits = new ArrayList<>(2);
    private final List<Payment> payments = new ArrayList<>(2);

    private ExchangeState() {}

    static ExchangeState of(ServerWebExchange exchange) {
        @Nullable ExchangeState existing = exchange.getAttribute(ATTRIBUTE);
        if (existing != null) {
            return existing;
        }
        ExchangeState fresh = new ExchangeState();
        exchange.getAttributes().put(ATTRIBUTE, fresh);
        return fresh;
    }

    /** True if the chain runs through this filter once more. */
    boolean enterAgain(TokenBucketGatewayFilter filter) {
        @Nullable Visit earlier = visit(filter);
        if (earlier == null) {
            visits.add(new Visit(filter));
            return false;
        }
        earlier.written = false;
        return true;
    }

    /** True the first time since the filter was entered. */
    boolean write(TokenBucketGatewayFilter filter) {
        @Nullable Visit visit = visit(filter);
        if (visit == null || visit.written) {
            return false;
        }
        visit.written = true;
        return true;
    }

    @Nullable
    Decision paid(BucketId bucket) {
        for (Payment payment : payments) {
            if (payment.bucket().equals(bucket)) {
                return payment.decision();
            }
        }
        return null;
    }

    void pay(BucketId bucket, Decision decision) {
        if (decision.allowed()) {
            payments.add(new Payment(bucket, decision));
        }
    }

    @SuppressWarnings("ReferenceEquality")
    private @Nullable Visit visit(TokenBucketGatewayFilter filter) {
        for (Visit visit : visits) {
            if (visit.filter == filter) {
                return visit;
            }
        }
        return null;
    }

    private static final class Visit {

        private final TokenBucketGatewayFilter filter;
        private boolean written;

        private Visit(TokenBucketGatewayFilter filter) {
            this.filter = filter;
        }
    }

    private record Payment(BucketId bucket, Decision decision) {}
}
