package io.github.sluice.gateway.response;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.bucket.BucketState;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.RefillRate;
import io.github.sluice.bucket.TokenBucket;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;

class RateLimitHeadersTests {

    private static final Limit LIMIT = new Limit("default", 20, RefillRate.parse("5/s"));

    @Test
    void tellsTheTimeToTheNextTokenRoundedUpAndLeavesItOutWhenFull() {
        assertThat(state(0)).isEqualTo("\"default\";r=20");
        assertThat(state(1)).isEqualTo("\"default\";r=19;t=1");
    }

    @Test
    void countsAHoldIntoTheWait() {
        Optional<BucketState> drained = TokenBucket.decide(
                        Policy.of(LIMIT), Optional.empty(), 10_000_000, Charge.take(20), DecisionSource.REDIS)
                .stored();
        Decision held = TokenBucket.decide(Policy.of(LIMIT), drained, 7_000_000, Charge.take(1), DecisionSource.REDIS)
                .decision();
        assertThat(write(held, HeaderStyle.IETF).getFirst("RateLimit")).isEqualTo("\"default\";r=0;t=4");
        assertThat(held.retryAfter().map(Seconds::atLeastOne)).hasValue(4L);
    }

    @Test
    void countsADebtIntoTheWait() {
        Policy policy = Policy.of(LIMIT).withMostDebt(OptionalLong.empty());
        Optional<BucketState> indebted = TokenBucket.decide(
                        policy, Optional.empty(), 0, Charge.settlement(30), DecisionSource.REDIS)
                .stored();
        Decision denied = TokenBucket.decide(policy, indebted, 0, Charge.take(1), DecisionSource.REDIS)
                .decision();
        assertThat(write(denied, HeaderStyle.IETF).getFirst("RateLimit")).isEqualTo("\"default\";r=0;t=3");
        assertThat(denied.retryAfter().map(Seconds::atLeastOne)).hasValue(3L);
        assertThat(write(denied, HeaderStyle.X_RATELIMIT).getFirst("X-RateLimit-Reset"))
                .isEqualTo("6");
    }

    @Test
    void writesNothingThatItDoesNotKnow() {
        HttpHeaders headers = new HttpHeaders();
        headers(LIMIT, HeaderStyle.values()).write(headers, Decision.unknown(true, 1));
        assertThat(headers.headerNames()).isEmpty();
    }

    @Test
    void quotesNames() {
        Limit limit = new Limit("a \"b\" \\c", 1, RefillRate.parse("1/s"));
        HttpHeaders headers = new HttpHeaders();
        headers(limit, HeaderStyle.IETF).write(headers, decide(limit, 1));
        assertThat(headers.getFirst("RateLimit-Policy")).isEqualTo("\"a \\\"b\\\" \\\\c\";q=1;w=1");
    }

    @Test
    void leavesTheScarcestInTheFieldsThatHoldOne() {
        HttpHeaders headers = new HttpHeaders();
        headers.set("X-RateLimit-Remaining", "3");
        headers(LIMIT, HeaderStyle.X_RATELIMIT).write(headers, decide(LIMIT, 1));
        assertThat(headers.getFirst("X-RateLimit-Remaining")).isEqualTo("3");
        headers.set("X-RateLimit-Remaining", "unlimited");
        headers(LIMIT, HeaderStyle.X_RATELIMIT).write(headers, decide(LIMIT, 1));
        assertThat(headers.getFirst("X-RateLimit-Remaining")).isEqualTo("19");
        assertThat(headers.getFirst("X-RateLimit-Reset")).isEqualTo("1");
    }

    private static String state(long cost) {
        return write(decide(LIMIT, cost), HeaderStyle.IETF).getFirst("RateLimit");
    }

    private static Decision decide(Limit limit, long cost) {
        return TokenBucket.decide(Policy.of(limit), Optional.empty(), 0, Charge.take(cost), DecisionSource.REDIS)
                .decision();
    }

    private static HttpHeaders write(Decision decision, HeaderStyle... styles) {
        HttpHeaders headers = new HttpHeaders();
        headers(LIMIT, styles).write(headers, decision);
        return headers;
    }

    private static RateLimitHeaders headers(Limit limit, HeaderStyle... styles) {
        return new RateLimitHeaders(Set.of(styles), List.of(limit), List.of(limit.name()));
    }
}
