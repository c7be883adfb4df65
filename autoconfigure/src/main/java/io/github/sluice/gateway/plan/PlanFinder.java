package io.github.sluice.gateway.plan;

import io.github.sluice.gateway.key.ApiKeys;
import io.github.sluice.gateway.key.Identity;
import io.github.sluice.gateway.key.IdentityKind;
import io.github.sluice.gateway.key.VerifiedToken;
import java.util.Optional;
import java.util.Set;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Finds out which plan a caller is on.
 *
 * <p>Not part of the API: an application's own rule is a {@link PlanResolver}.
 */
@FunctionalInterface
public interface PlanFinder {

    /** Nobody is on a plan. */
    PlanFinder NONE = (exchange, caller) -> Mono.just(Optional.empty());

    /**
     * Finds it.
     *
     * @param exchange the request
     * @param caller who makes it
     * @return never empty; an empty {@link Optional} if the caller is on none
     */
    Mono<Optional<PlanChoice>> find(ServerWebExchange exchange, Identity caller);

    /**
     * By an application's resolver. An identity that stands for an account is taken to be on one plan at a time; an address
     * or a header is not.
     *
     * @param resolver the resolver
     * @return the finder
     */
    static PlanFinder by(PlanResolver resolver) {
        return (exchange, caller) -> resolver.resolve(exchange)
                .filter(name -> !name.isBlank())
                .map(name -> new PlanChoice(
                        name,
                        isOneOf(
                                caller,
                                Set.of(
                                        IdentityKind.API_KEY,
                                        IdentityKind.CLIENT,
                                        IdentityKind.SUBJECT,
                                        IdentityKind.PRINCIPAL))))
                .singleOptional();
    }

    /**
     * By the client of the API key.
     *
     * @param keys finds the client
     * @return the finder
     */
    static PlanFinder byClient(ApiKeys keys) {
        return new ClientPlanFinder(keys);
    }

    /**
     * By a claim of the verified token.
     *
     * @param claim the name of the claim
     * @return the finder
     */
    static PlanFinder byClaim(String claim) {
        return (exchange, caller) -> VerifiedToken.claim(exchange, claim)
                .map(name -> name.map(plan ->
                        new PlanChoice(plan, isOneOf(caller, Set.of(IdentityKind.SUBJECT, IdentityKind.PRINCIPAL)))));
    }

    /**
     * By this, or if it finds none by another; the other way round for a caller whom the other knows by the identity.
     *
     * @param other the other
     * @return both
     */
    default PlanFinder or(PlanFinder other) {
        return new EitherPlanFinder(this, other);
    }

    /**
     * The plan of a caller of whom there is no request.
     *
     * @param caller the caller
     * @return empty if the caller is on none, or only a request tells
     */
    default Optional<String> known(Identity caller) {
        return Optional.empty();
    }

    private static boolean isOneOf(Identity caller, Set<IdentityKind> kinds) {
        return caller.kinds().stream().anyMatch(kinds::contains);
    }
}
