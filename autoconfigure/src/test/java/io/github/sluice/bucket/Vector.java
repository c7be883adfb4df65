package io.github.sluice.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One time line of {@code vectors.json}: requests at given times of the store's clock, and what each is answered. */
public record Vector(String name, List<Step> steps) {

    /** One request, under the policy that holds by then. */
    public record Step(
            Policy policy,
            long atMicros,
            long cost,
            boolean absentBefore,
            boolean allowed,
            long remaining,
            Optional<Duration> retryAfter,
            Duration resetAfter) {

        public void assertAnswers(Decision decision) {
            assertThat(decision.allowed()).as("allowed, %s", this).isEqualTo(allowed);
            assertThat(decision.remaining()).as("remaining, %s", this).hasValue(remaining);
            assertThat(decision.retryAfter()).as("retryAfter, %s", this).isEqualTo(retryAfter);
            assertThat(decision.resetAfter()).as("resetAfter, %s", this).isEqualTo(resetAfter);
        }
    }

    public static List<Vector> all() {
        try (InputStream resource = Vector.class.getResourceAsStream("/io/github/sluice/vectors.json")) {
            List<Vector> vectors = new ArrayList<>();
            for (JsonNode node : new JsonMapper().readTree(resource)) {
                vectors.add(vector(node));
            }
            return vectors;
        } catch (java.io.IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
    }

    private static Vector vector(JsonNode node) {
        Policy policy = policy(node.get("limits"));
        List<Step> steps = new ArrayList<>();
        for (JsonNode step : node.get("steps")) {
            if (step.has("limits")) {
                policy = policy(step.get("limits"));
            }
            steps.add(step(policy, step));
        }
        return new Vector(node.get("name").asString(), steps);
    }

    private static Step step(Policy policy, JsonNode step) {
        @Nullable JsonNode retryAfter = step.get("retry_after_us");
        return new Step(
                policy,
                step.get("at_us").asLong(),
                step.get("cost").asLong(),
                step.path("absent_before").asBoolean(false),
                step.get("allowed").asBoolean(),
                step.get("remaining").asLong(),
                retryAfter.isNull() ? Optional.empty() : Optional.of(micros(retryAfter.asLong())),
                micros(step.get("reset_after_us").asLong()));
    }

    private static Policy policy(JsonNode limits) {
        List<Limit> all = new ArrayList<>();
        for (JsonNode limit : limits) {
            all.add(new Limit(
                    limit.get("name").asString(),
                    limit.get("capacity").asLong(),
                    new RefillRate(
                            limit.get("refill_tokens").asLong(),
                            micros(limit.get("refill_period_us").asLong()))));
        }
        return Policy.of(all);
    }

    private static Duration micros(long micros) {
        return Duration.ofNanos(1000 * micros);
    }

    @Override
    public String toString() {
        return name;
    }
}
