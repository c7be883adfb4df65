package io.github.sluice.gateway;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.Decision;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.web.server.ServerWebExchange;

/**
 * What the filters remember of one exchange, while a filter around them may run the chain again: which buckets it has paid
 * already, and which filters have written their headers. Lives in the attributes, which a mutated exchange shares.
 */
final class ExchangeState {

    private static final String ATTRIBUTE = ExchangeState.class.getName();

    private final Map<BucketId, Decision> paid = new HashMap<>();
    private final Set<TokenBucketGatewayFilter> entered = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<TokenBucketGatewayFilter> written = Collections.newSetFromMap(new IdentityHashMap<>());

    private ExchangeState() {}

    static ExchangeState of(ServerWebExchange exchange) {
        return (ExchangeState) exchange.getAttributes().computeIfAbsent(ATTRIBUTE, name -> new ExchangeState());
    }

    /** True if the chain runs through this filter once more. */
    boolean enterAgain(TokenBucketGatewayFilter filter) {
        written.remove(filter);
        return !entered.add(filter);
    }

    /** True the first time. */
    boolean write(TokenBucketGatewayFilter filter) {
        return written.add(filter);
    }

    Optional<Decision> paid(BucketId bucket) {
        return Optional.ofNullable(paid.get(bucket));
    }

    void pay(BucketId bucket, Decision decision) {
        if (decision.allowed()) {
            paid.put(bucket, decision);
        }
    }
}
