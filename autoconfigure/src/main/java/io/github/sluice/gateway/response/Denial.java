package io.github.sluice.gateway.response;

import io.github.sluice.bucket.Decision;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;

/**
 * Why a request does not pass.
 *
 * @param status the status that the filter answers with
 * @param type the problem type (RFC 9457)
 * @param title the problem type in words
 * @param detail this case in words
 * @param retryAfter the wait after which it may pass; empty if waiting does not help
 * @param violatedPolicies the names of the limits that it did not fit; empty if it was not a limit that denied it
 */
public record Denial(
        HttpStatusCode status,
        URI type,
        String title,
        String detail,
        Optional<Duration> retryAfter,
        List<String> violatedPolicies) {

    /** The exchange attribute that holds the denial until the answer is written. */
    public static final String ATTRIBUTE = Denial.class.getName();

    private static final Duration RETRY_AFTER_STORE_FAILURE = Duration.ofSeconds(1);
    private static final String TYPES = "https://iana.org/assignments/http-problem-types#";
    private static final URI QUOTA_EXCEEDED = URI.create(TYPES + "quota-exceeded");
    private static final URI REDUCED_CAPACITY = URI.create(TYPES + "temporary-reduced-capacity");
    private static final URI UNSPECIFIC = URI.create("about:blank");

    public Denial {
        violatedPolicies = List.copyOf(violatedPolicies);
    }

    /**
     * Why a decision denies.
     *
     * @param decision a decision that does not allow
     * @param status the status if a limit is used up
     * @param violated the names of the limits that the request does not fit; empty if nobody could find out
     * @return the denial; one with status 503 if nobody could find out
     */
    public static Denial of(Decision decision, HttpStatusCode status, List<String> violated) {
        return violated.isEmpty()
                ? reducedCapacity(RETRY_AFTER_STORE_FAILURE)
                : quotaExceeded(status, decision.retryAfter(), violated);
    }

    /**
     * A limit is used up.
     *
     * @param status usually 429
     * @param retryAfter empty if the cost is above a capacity, so that waiting never helps
     * @param violatedPolicies the names of the limits
     * @return the denial
     */
    public static Denial quotaExceeded(
            HttpStatusCode status, Optional<Duration> retryAfter, List<String> violatedPolicies) {
        String wait = retryAfter
                .map(duration -> "Try again in " + Seconds.atLeastOne(duration) + " s.")
                .orElse("It costs more than the limit ever allows; waiting does not help.");
        return new Denial(
                status,
                QUOTA_EXCEEDED,
                "Quota exceeded",
                "The request does not fit " + String.join(", ", violatedPolicies) + ". " + wait,
                retryAfter,
                violatedPolicies);
    }

    /**
     * The caller is blocked.
     *
     * @param status usually 429
     * @param retryAfter how long; empty if nobody knows
     * @return the denial
     */
    public static Denial blocked(HttpStatusCode status, Optional<Duration> retryAfter) {
        return new Denial(
                status,
                QUOTA_EXCEEDED,
                "Quota exceeded",
                "The caller is blocked. "
                        + retryAfter
                                .map(duration -> "Try again in " + Seconds.atLeastOne(duration) + " s.")
                                .orElse("Waiting does not help."),
                retryAfter,
                List.of());
    }

    /**
     * The store cannot decide, and the filter is told to deny then.
     *
     * @param retryAfter when to try again
     * @return the denial, with status 503
     */
    public static Denial reducedCapacity(Duration retryAfter) {
        return new Denial(
                HttpStatus.SERVICE_UNAVAILABLE,
                REDUCED_CAPACITY,
                "Temporarily reduced capacity",
                "Whether the request fits its limits cannot be found out at the moment.",
                Optional.of(retryAfter),
                List.of());
    }

    /**
     * The caller does not say who it is.
     *
     * @param status usually 403
     * @return the denial
     */
    public static Denial missingKey(HttpStatusCode status) {
        HttpStatus known = HttpStatus.resolve(status.value());
        return new Denial(
                status,
                UNSPECIFIC,
                known == null ? "Denied" : known.getReasonPhrase(),
                "The request does not carry the key by which this route limits its callers.",
                Optional.empty(),
                List.of());
    }

    /**
     * Sets status and {@code Retry-After} of a response that is not committed.
     *
     * @param response the response
     */
    public void begin(ServerHttpResponse response) {
        response.setStatusCode(status);
        retryAfter.ifPresent(
                wait -> response.getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(Seconds.atLeastOne(wait))));
    }

    boolean isQuotaExceeded() {
        return type.equals(QUOTA_EXCEEDED);
    }
}
