package io.github.sluice.gateway;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.Decision;
import io.github.sluice.gateway.cost.Settling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;

/**
 * What the filters remember of one exchange, while a filter around them may run the chain again: which buckets it has paid
 * already, and which filters have written their headers. Lives in the attributes, which a mutated exchange shares. Lists, for
 * a route has one filter of this kind or two.
 *
 * <p>Not part of the API.
 */
public final class ExchangeState {

    private static final String ATTRIBUTE = ExchangeState.class.getName();

    private final List<Visit> visits = new ArrayList<>(2);
    private final List<Payment> payments = new ArrayList<>(2);
    private boolean settled;

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
        earlier.pending = null;
        return true;
    }

    /** What the filter says this time; its headers are to be written. */
    void rule(TokenBucketGatewayFilter filter, Ruling ruling) {
        @Nullable Visit visit = visit(filter);
        if (visit != null) {
            visit.pending = ruling;
        }
    }

    /** Writes the headers of a filter, once. */
    void write(TokenBucketGatewayFilter filter, HttpHeaders headers) {
        @Nullable Visit visit = visit(filter);
        if (visit != null) {
            visit.write(headers);
        }
    }

    /**
     * Writes the headers of all filters that have not written theirs, the innermost first, so that the outermost comes first
     * in what they write together. Does nothing if no filter saw the exchange.
     *
     * @param exchange the exchange, its response not committed yet
     */
    public static void writePending(ServerWebExchange exchange) {
        @Nullable ExchangeState state = exchange.getAttribute(ATTRIBUTE);
        if (state != null) {
            for (int i = state.visits.size() - 1; i >= 0; i--) {
                state.visits.get(i).write(exchange.getResponse().getHeaders());
            }
        }
    }

    @Nullable
    Decision paid(TokenBucketGatewayFilter filter, BucketId bucket) {
        for (Payment payment : payments) {
            if (payment.bucket().equals(bucket)) {
                remember(filter, payment);
                return payment.decision();
            }
        }
        return null;
    }

    void pay(TokenBucketGatewayFilter filter, Payment payment) {
        if (payment.decision().allowed()) {
            payments.add(payment);
            remember(filter, payment);
        }
    }

    private void remember(TokenBucketGatewayFilter filter, Payment payment) {
        @Nullable Visit visit = visit(filter);
        if (visit != null) {
            visit.payment = payment;
        }
    }

    /** Settles what has been paid by estimate, each payment once; to be called when the response is about to be committed. */
    void settle(Settler settler, ServerHttpResponse response) {
        if (settled) {
            return;
        }
        settled = true;
        for (Visit visit : visits) {
            Optional<Settling> settling = visit.filter.settings().settling();
            if (settling.isPresent() && visit.payment != null && payments.remove(visit.payment)) {
                settler.settle(visit.payment, settling.get(), response);
            }
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
        private @Nullable Ruling pending;
        private @Nullable Payment payment;

        private Visit(TokenBucketGatewayFilter filter) {
            this.filter = filter;
        }

        private void write(HttpHeaders headers) {
            if (pending != null) {
                Decision decision = pending.decision();
                pending.headers().ifPresent(mine -> mine.write(headers, decision));
                pending = null;
            }
        }
    }
}
