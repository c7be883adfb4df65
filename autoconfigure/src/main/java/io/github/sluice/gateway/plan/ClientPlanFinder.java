package io.github.sluice.gateway.plan;

import io.github.sluice.gateway.key.ApiKeyClient;
import io.github.sluice.gateway.key.ApiKeys;
import io.github.sluice.gateway.key.Identity;
import io.github.sluice.gateway.key.IdentityKind;
import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The plan of the client of the API key. */
record ClientPlanFinder(ApiKeys keys) implements PlanFinder {

    @Override
    public Mono<Optional<PlanChoice>> find(ServerWebExchange exchange, Identity caller) {
        return keys.client(exchange.getRequest())
                .map(client -> client.map(ApiKeyClient::plan)
                        .map(name -> new PlanChoice(name, caller.kinds().contains(IdentityKind.CLIENT))));
    }

    @Override
    public Optional<String> known(Identity caller) {
        return keys.plan(caller);
    }
}
