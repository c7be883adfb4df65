package io.github.sluice.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.sample.Caller.Run;
import java.util.Iterator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        // On a slow machine too, each decision here is to be the one of Redis.
        properties = "sluice.redis.timeout=20s")
class SampleGatewayIT {

    private Caller caller;

    @BeforeEach
    void callThePort(@LocalServerPort int port) {
        caller = new Caller(port);
    }

    @Test
    void letsTwentyThroughAndThenFiveASecond() {
        Run run = Caller.untilDenied(() -> caller.get("/ip/hello"));

        assertThat(run.allowed()).isBetween(20, run.most(1));
        assertThat(run.denial().statusCode()).isEqualTo(429);
        assertThat(run.denial().headers().firstValue("Retry-After")).contains("1");
        assertThat(run.denial().headers().firstValue("Content-Type")).contains("application/problem+json");
    }

    @Test
    void anExportCostsTen() {
        assertThat(Caller.remaining(caller.get("/reports/july"))).isEqualTo(19);

        Run run = Caller.untilDenied(() -> caller.post("/reports/export"));

        assertThat(run.allowed()).isBetween(1, run.most(10));
        assertThat(run.denial().headers().firstValue("Retry-After")).get().isIn("1", "2");
        assertThat(run.denial().statusCode()).isEqualTo(429);
    }

    @Test
    void usersNeedAToken() {
        assertThat(caller.get("/users/me").statusCode()).isEqualTo(401);
        assertThat(caller.get("/users/me", "Authorization", bearer("zoe")).statusCode())
                .isEqualTo(200);
    }

    @Test
    void eachSubjectHasABucketWhateverItsTokens() {
        Iterator<String> tokens =
                Stream.iterate(bearer("alice"), last -> bearer("alice")).iterator();

        Run run = Caller.untilDenied(() -> caller.get("/users/me", "Authorization", tokens.next()));

        assertThat(run.allowed()).isBetween(20, run.most(1));
        assertThat(Caller.remaining(caller.get("/users/me", "Authorization", bearer("bob"))))
                .isEqualTo(19);
    }

    @Test
    void aVipHasABucketOfAHundredOnEachRoute() {
        String vip = "Bearer " + caller.post("/demo/token?sub=vera&plan=vip").body();

        assertThat(Caller.remaining(caller.get("/users/me", "Authorization", vip)))
                .isEqualTo(99);
        assertThat(Caller.remaining(caller.get("/tenants/me", "X-Tenant", "green", "Authorization", vip)))
                .isEqualTo(99);
        assertThat(Caller.remaining(caller.get("/tenants/me", "X-Tenant", "green")))
                .isEqualTo(19);
    }

    @Test
    void aBadTokenIsRefusedOnAnOpenRoute() {
        assertThat(caller.get("/tenants/me", "Authorization", "Bearer bad").statusCode())
                .isEqualTo(401);
    }

    @Test
    void eachApiKeyHasABucket() {
        assertThat(caller.get("/keys/me").statusCode()).isEqualTo(403);
        assertThat(Caller.remaining(caller.get("/keys/me", "X-API-Key", "one"))).isEqualTo(19);
        assertThat(Caller.remaining(caller.get("/keys/me", "X-API-Key", "two"))).isEqualTo(19);
    }

    @Test
    void eachTenantOfAnAddressHasABucket() {
        assertThat(caller.get("/tenants/me").statusCode()).isEqualTo(403);
        assertThat(Caller.remaining(caller.get("/tenants/me", "X-Tenant", "red")))
                .isEqualTo(19);
        assertThat(Caller.remaining(caller.get("/tenants/me", "X-Tenant", "blue")))
                .isEqualTo(19);
    }

    @Test
    void everyoneSharesABucket() {
        Iterator<String> tokens =
                Stream.iterate(0, i -> i + 1).map(i -> bearer("guest" + i)).iterator();

        Run run = Caller.untilDenied(() -> caller.get("/everyone/hello", "Authorization", tokens.next()));

        assertThat(run.allowed()).isBetween(20, run.most(1));
    }

    @Test
    void callersWithoutATokenShareTheAnonymousBucket() {
        Run run = Caller.untilDenied(() -> caller.get("/accounts/mine"));

        assertThat(run.allowed()).isBetween(20, run.most(1));
        assertThat(Caller.remaining(caller.get("/accounts/mine", "Authorization", bearer("carol"))))
                .isEqualTo(19);
    }

    @Test
    void eachSessionHasABucket() {
        assertThat(caller.get("/me").statusCode()).isEqualTo(403);
        assertThat(Caller.remaining(caller.get("/me", "Cookie", "session=one"))).isEqualTo(19);
        assertThat(Caller.remaining(caller.get("/me", "Cookie", "session=two"))).isEqualTo(19);
    }

    private String bearer(String subject) {
        return "Bearer " + caller.token(subject);
    }
}
