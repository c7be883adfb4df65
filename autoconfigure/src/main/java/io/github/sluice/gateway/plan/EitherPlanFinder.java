package io.github.sluice.gateway.plan;

import io.github.sluice.gateway.key.Identity;
import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** What one finds, or else the other; the other way round for a caller whom the other knows by the identity. */
record EitherPlanFinder(PlanFinder one, PlanFinder other) implements PlanFinder {

    @Override
    public Mono<Optional<PlanChoice>> find(ServerWebExchange exchange, Identity caller) {
        return one.find(exchange, caller)
                .flatMap(mine -> mine.isPresent() && mine.get().followsIdentity()
                        ? Mono.just(mine)
                        : other.find(exchange, caller).map(theirs -> choose(mine, theirs)));
    }

    private static Optional<PlanChoice> choose(Optional<PlanChoice> mine, Optional<PlanChoice> theirs) {
        return theirs.isPresent() && (mine.isEmpty() || theirs.get().followsIdentity()) ? theirs : mine;
    }

    @Override
    public Optional<String> known(Identity caller) {
        return one.known(caller).or(() -> other.known(caller));
    }
}
