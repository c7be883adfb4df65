package io.github.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.github.sluice.testing.TestGateway;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the log and the traces tell of a gateway's limits. */
@ExtendWith(OutputCaptureExtension.class)
class LogsAndTracesIT {

    private static final String YAML = """
            sluice:
              key-secret: not-to-be-told
              plans: {gold: {capacity: 9, refill-rate: 1/h}}
            management.endpoints.web.exposure.include: ratelimits
            spring.cloud.gateway.server.webflux.routes:
              - {id: orders, uri: "${upstream}", predicates: [Path=/orders/**], filters: ["TokenBucket=1, 1/h, api-key"]}
              - id: reports
                uri: ${upstream}
                predicates: [Path=/reports/**]
                filters:
                  - name: TokenBucket
                    args:
                      name: each
                      key: ip
                      limits: [{name: burst, capacity: 2, refill-rate: 1/s}, {name: day, capacity: 9, refill-rate: 9/d}]
                      plans: none
                      cost: 2
                      mode: shadow
                      on-store-failure: deny
            """;

    private static final Logger LOGGER = (Logger) LoggerFactory.getLogger("io.github.sluice");
    private static final List<Observation.Context> SPANS = new CopyOnWriteArrayList<>();

    @Configuration(proxyBeanMethods = false)
    static class Traces {

        @Bean
        ObservationHandler<Observation.Context> spans() {
            return new ObservationHandler<>() {

                @Override
                public boolean supportsContext(Observation.Context context) {
                    return true;
                }

                @Override
                public void onStop(Observation.Context context) {
                    SPANS.add(context);
                }
            };
        }
    }

    @AfterEach
    void listenAsUsual() {
        LOGGER.setLevel(Level.INFO);
    }

    @Test
    void tellWhatIsLimitedAndWhoWasDeniedAndNoSecret(CapturedOutput log) {
        try (TestGateway gateway = TestGateway.inMemory(YAML, Traces.class)) {
            LOGGER.setLevel(Level.DEBUG);
            Awaitility.await()
                    .untilAsserted(() -> assertThat(log)
                            .contains(
                                    "Route orders, filter 0 limits by api-key: default 1 at 1/h; plans gold; cost 1; enforce,"
                                            + " on store failure local")
                            .contains(
                                    "Route reports, filter each limits by ip: burst 2 at 1/s, day 9 at 9/d; cost 2; shadow,"
                                            + " on store failure deny")
                            .containsOnlyOnce("Sluice keeps its buckets in the memory of this gateway"));

            assertThat(gateway.statuses(2, "/orders", "X-API-Key", "s3cret")).containsExactly(200, 429);
            assertThat(log).containsPattern("Route orders, filter 0: denied by default, caller hash:[A-Za-z0-9_-]{22}");
            String hash = log.getOut().replaceAll("(?s).*denied by default, caller hash:(\\S{22}).*", "$1");
            assertThat(gateway.get("/actuator/ratelimits/orders.0?caller=" + hash)
                            .body())
                    .contains("\"remaining\":0");
            assertThat(log.getAll()).doesNotContain("s3cret").doesNotContain("not-to-be-told");

            Awaitility.await().untilAsserted(() -> assertThat(decisions()).hasSize(2));
            assertThat(decisions())
                    .allSatisfy(span -> {
                        assertThat(span.getContextualName()).isEqualTo("token bucket");
                        assertThat(span.getParentObservation()).isNotNull();
                        assertThat(span.getParentObservation().getContextView().getName())
                                .isEqualTo("http.server.requests");
                        assertThat(span.getHighCardinalityKeyValues()).isEmpty();
                    })
                    .extracting(span -> span.getLowCardinalityKeyValues().toString())
                    .containsExactly(
                            "[keyValue(outcome=allowed),keyValue(source=in_memory)]",
                            "[keyValue(outcome=denied),keyValue(source=in_memory)]");
        }
    }

    private static List<Observation.Context> decisions() {
        return SPANS.stream()
                .filter(span -> span.getName().equals("sluice.decision"))
                .toList();
    }
}
