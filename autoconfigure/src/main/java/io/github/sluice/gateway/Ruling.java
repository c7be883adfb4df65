package io.github.sluice.gateway;

import io.github.sluice.bucket.Decision;
import io.github.sluice.gateway.response.RateLimitHeaders;
import java.util.List;
import java.util.Optional;

/**
 * A verdict, and the terms that it was found by.
 *
 * @param verdict the verdict
 * @param terms the terms; empty if the caller has no key
 */
record Ruling(Verdict verdict, Optional<Terms> terms) {

    static Ruling of(Verdict verdict, Terms terms) {
        return new Ruling(verdict, Optional.of(terms));
    }

    boolean passes() {
        return verdict.passes();
    }

    Decision decision() {
        return verdict.decision();
    }

    Optional<RateLimitHeaders> headers() {
        return terms.map(known -> known instanceof Terms.Limited limited ? limited.headers() : null);
    }

    /** The violated limits, as they are called on the route. */
    List<String> violated() {
        return terms.isPresent() && terms.get() instanceof Terms.Limited limited
                ? verdict.violated().stream()
                        .map(name -> limited.names().getOrDefault(name, name))
                        .toList()
                : verdict.violated();
    }
}
