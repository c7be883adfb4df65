package io.github.sluice.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.gateway.InvalidFilterException;
import io.github.sluice.gateway.TokenBucketGatewayFilterFactory;
import io.github.sluice.testing.GatewayWiring;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;

/** Each mistake stops the start with one message that names the route, the argument, the value and the remedy. */
class FilterMistakesTests {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";
    private static final String ARGS = ROUTE + "filters[0].args.";

    private final ReactiveWebApplicationContextRunner runner = GatewayWiring.runner()
            .withPropertyValues(
                    "sluice.store=in-memory",
                    ROUTE + "id=orders",
                    ROUTE + "uri=http://127.0.0.1:1",
                    ROUTE + "predicates[0]=Path=/orders/**",
                    ROUTE + "filters[0].name=TokenBucket");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "capcity=20 refill-rate=5/s                     | capcity     | 20    | No argument has this name; write one of capacity",
                "capacity=20                                    | refill-rate |       | Write how fast tokens drip in",
                "refill-rate=5/s                                | capacity    |       | Write how many tokens the bucket holds",
                "capacity=20 refill-rate=5                      | refill-rate | 5     | N/unit",
                "capacity=20 refill-rate=5/m                    | refill-rate | 5/m   | s, min, h or d",
                "capacity=20 refill-rate=0/s                    | refill-rate | 0/s   | 1 to 1000000000000 tokens",
                "capacity=20 refill-rate=5/366d                 | refill-rate | 5/366d | 1 ms to 365 d",
                "capacity=0 refill-rate=5/s                     | capacity    | 0     | whole number from 1 to 1000000000000",
                "capacity=many refill-rate=5/s                  | capacity    | many  | whole number",
                "capacity=1000000000001 refill-rate=5/s         | capacity    | 1000000000001 | 1 to 1000000000000",
                "capacity=1000000000000 refill-rate=1/s         | refill-rate | 1/s   | must fill within 3650 d",
                "capacity=20 refill-rate=5/s key=adress         | key         | adress | jwt-subject",
                "capacity=20 refill-rate=5/s key=ip+            | key         | ip+   | part of it is empty",
                "capacity=20 refill-rate=5/s cost=21            | cost        | 21    | at most the capacity",
                "capacity=20 refill-rate=5/s cost=-1            | cost        | -1    | whole number from 0",
                "capacity=20 refill-rate=5/s status=200         | status      | 200   | whole number from 400 to 599",
                "capacity=20 refill-rate=5/s on-missing-key=no  | on-missing-key | no | deny, allow, anonymous",
                "capacity=20 refill-rate=5/s on-store-failure=no| on-store-failure | no | local, allow, deny",
                "capacity=20 refill-rate=5/s headers=none,ietf  | headers     | none, ietf | none alone",
                "capacity=20 refill-rate=5/s name=tokenbücket   | name        | tokenbücket | printable ASCII",
                "capacity=20 limits[0].name=a limits[0].capacity=1 limits[0].refill-rate=1/s | capacity | 20 | either",
                "limits[0].capacity=1 limits[0].refill-rate=1/s | limits[0].name |    | a name of its own",
                "limits[0].name=a limits[0].capacity=1          | limits[0].refill-rate | | Write how fast",
                "limits[0].name=a limits[0].capacity=1 limits[0].refill-rate=1/s limits[1].name=a limits[1].capacity=2 limits[1].refill-rate=1/s | limits | a, a | different names",
                "capacity=20 refill-rate=5/s costs[0].cost=30   | costs[0].cost | 30  | at most the capacity",
                "capacity=20 refill-rate=5/s costs[0].paths=/a  | costs[0].cost |     | Write what a request that matches costs",
                "capacity=20 refill-rate=5/s costs[0].paths=a costs[0].cost=2 | costs[0].paths | a | begins with a slash",
                "capacity=20 refill-rate=5/s mode=watch         | mode        | watch | enforce, shadow",
                "capacity=20 refill-rate=5/s scope=all          | scope       | all   | route, shared",
                "capacity=20 refill-rate=5/s scope=shared       | scope       | shared | write a name too",
                "capacity=20 refill-rate=5/s exempt=10.0.0.0/8  | exempt      | 10.0.0.0/8 | group of arguments",
                "capacity=20 refill-rate=5/s exempt.ip=10.0.0.1 | exempt.ip   | 10.0.0.1 | ips, methods, paths",
                "capacity=20 refill-rate=5/s exempt.ips=proxy   | exempt.ips  | proxy | names are not resolved",
                "capacity=20 refill-rate=5/s exempt.ips=10.0.0.0/33 | exempt.ips | 10.0.0.0/33 | 0 to 32 bits",
                "capacity=20 refill-rate=5/s exempt.methods=a/b | exempt.methods | a/b | name of an HTTP method",
                "capacity=20 refill-rate=5/s exempt.paths=health| exempt.paths | health | begins with a slash",
                "capacity=20 refill-rate=5/s plans=gold         | plans       | gold  | no plan has this name",
                "capacity=20 refill-rate=5/s plans.gold=vip     | plans.gold  | vip   | group of arguments",
                "capacity=20 refill-rate=5/s plans.gold.rate=5/s| plans.gold.rate | 5/s | capacity, refill-rate, limits, unlimited, blocked",
                "capacity=20 refill-rate=5/s plans.gold.capacity=5 | plans.gold.refill-rate | | Write how fast",
                "capacity=20 refill-rate=5/s plans.gold.blocked=yes | plans.gold.blocked | yes | true or false",
                "capacity=20 refill-rate=5/s plans.gold.blocked=true plans.gold.unlimited=true | plans.gold.unlimited | true | one of",
                "capacity=20 refill-rate=5/s cost=9 plans.gold.capacity=5 plans.gold.refill-rate=1/s | cost | 9 | on plan gold",
                "capacity=20 refill-rate=5/s settle=true        | settle      | true  | group of arguments",
                "capacity=20 refill-rate=5/s settle.refund=5xx  | settle.refund | 5xx | header, refund-on, max-debt",
                "capacity=20 refill-rate=5/s settle.header=a:b  | settle.header | a:b | name of a header",
                "capacity=20 refill-rate=5/s settle.refund-on=5x| settle.refund-on | 5x | 503 or 5xx",
                "capacity=20 refill-rate=5/s settle.refund-on=600 | settle.refund-on | 600 | 503 or 5xx",
                "capacity=20 refill-rate=5/s settle.max-debt=-1 | settle.max-debt | -1 | whole number from 0",
                "capacity=20 refill-rate=1/d settle.max-debt=9999 | settle.max-debt | 9999 | drip away within 3650 d",
                "capacity=20 refill-rate=5/s costs[0].path=/a costs[0].cost=2 | costs[0].path | /a | No argument has this name",
            })
    void refusesAMistakeByName(String arguments, String argument, String value, String remedy) {
        String[] properties =
                Stream.of(arguments.split(" ")).map(text -> ARGS + text).toArray(String[]::new);
        runner.withPropertyValues(properties).run(context -> {
            assertThat(context).hasFailed();
            assertThat(context.getStartupFailure())
                    .isInstanceOf(InvalidFilterException.class)
                    .hasMessageContaining("Route \"orders\", filter TokenBucket: argument " + argument + " is ")
                    .hasMessageContaining(value == null ? "missing" : '"' + value + '"')
                    .satisfies(mistake -> assertThat(mistake.getMessage()).containsIgnoringCase(remedy));
        });
    }

    @Test
    void refusesAFifthValueOfTheShortForm() {
        runner.withPropertyValues(
                        ARGS + "_genkey_0=20",
                        ARGS + "_genkey_1=5/s",
                        ARGS + "_genkey_2=ip",
                        ARGS + "_genkey_3=1",
                        ARGS + "_genkey_4=gold")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessageContaining("argument number 5 is \"gold\"")
                        .hasMessageContaining("The short form takes"));
    }

    @Test
    void refusesFiltersThatShareBucketsAndDoNotAgree() {
        String other = ROUTE.replace("routes[0]", "routes[1]");
        String[] shared = {"filters[0].args.name=all", "filters[0].args.scope=shared", "filters[0].args.capacity=20"};
        runner.withPropertyValues(Stream.of(shared).map(text -> ROUTE + text).toArray(String[]::new))
                .withPropertyValues(Stream.of(shared).map(text -> other + text).toArray(String[]::new))
                .withPropertyValues(
                        ARGS + "refill-rate=5/s",
                        other + "id=invoices",
                        other + "uri=http://127.0.0.1:1",
                        other + "predicates[0]=Path=/invoices/**",
                        other + "filters[0].name=TokenBucket",
                        other + "filters[0].args.refill-rate=6/s")
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(InvalidFilterException.class)
                        .hasMessageContaining("Route \"invoices\", filter TokenBucket: argument name is \"all\"")
                        .hasMessageContaining("on route 'orders' shares its buckets"));
    }

    @Test
    void refusesABeanThatIsNotThere() {
        runner.withPropertyValues(ARGS + "capacity=20", ARGS + "refill-rate=5/s", ARGS + "key=#{@nobody}")
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(InvalidFilterException.class)
                        .hasMessageContaining("Route \"orders\"")
                        .hasMessageContaining("nobody"));
    }

    @Test
    void saysWhichStarterJwtSubjectNeeds() {
        runner.withClassLoader(new FilteredClassLoader(JwtAuthenticationToken.class))
                .withPropertyValues(ARGS + "capacity=20", ARGS + "refill-rate=5/s", ARGS + "key=jwt-subject")
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(InvalidFilterException.class)
                        .hasMessageContaining("spring-boot-starter-oauth2-resource-server"));
    }

    @Test
    void startsWithoutTheRouteWhenTheGatewayIsToldToGoOn() {
        runner.withPropertyValues(
                        "spring.cloud.gateway.server.webflux.fail-on-route-definition-error=false",
                        ARGS + "capacity=20")
                .run(context ->
                        assertThat(context).hasNotFailed().hasSingleBean(TokenBucketGatewayFilterFactory.class));
    }

    @Test
    void namesTheFilterForARouteWrittenInJava() {
        runner.withPropertyValues(ARGS + "capacity=20", ARGS + "refill-rate=5/s")
                .run(context -> {
                    TokenBucketGatewayFilterFactory factory = context.getBean(TokenBucketGatewayFilterFactory.class);
                    org.assertj.core.api.Assertions.assertThatThrownBy(
                                    () -> factory.apply(c -> c.setCapacity(0).setRefillRate("5/s")))
                            .hasMessage("Filter TokenBucket: argument capacity is \"0\". "
                                    + "Write a whole number from 1 to 1000000000000.");
                });
    }

    @Test
    void explainsAMistakeWithProblemAndAction() {
        runner.withPropertyValues(ARGS + "capacity=20", ARGS + "refill-rate=5").run(context -> {
            FailureAnalysis analysis = new InvalidFilterFailureAnalyzer().analyze(context.getStartupFailure());
            assertThat(analysis.getDescription())
                    .isEqualTo("Route \"orders\", filter TokenBucket: argument refill-rate is \"5\".");
            assertThat(analysis.getAction()).startsWith("Write whole tokens per time");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sluice.redis.key-prefix={x}:        | without braces",
                "sluice.redis.timeout=0              | above 0",
                "sluice.denial-cache.max-keys=0      | at least 1",
                "sluice.denial-cache.max-age=0       | above 0",
                "sluice.redis.max-waiting=0          | at least 1",
                "sluice.store-failure.replicas=0     | 1 to 1000",
                "sluice.store-failure.breaker.failure-rate-threshold=0 | above 0, at most 100",
                "sluice.store-failure.breaker.minimum-calls=21 | from 1 to sluice.store-failure.breaker.window",
                "sluice.store-failure.breaker.open-time=0 | above 0",
                "sluice.store-failure.breaker.probes=0 | at least 1",
                "sluice.local.max-buckets=0          | at least 1",
                "sluice.client-ip.ipv6-prefix=129    | 1 to 128",
                "sluice.response.headers=none,ietf   | none alone",
            })
    void refusesAWrongProperty(String property, String remedy) {
        runner.withPropertyValues(property, ARGS + "capacity=20", ARGS + "refill-rate=5/s")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("Property " + property.split("=")[0] + " is ")
                        .hasStackTraceContaining(remedy));
    }

    @Test
    void refusesRedisWithoutAConnectionFactory() {
        runner.withPropertyValues("sluice.store=redis", ARGS + "capacity=20", ARGS + "refill-rate=5/s")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("Property sluice.store is \"redis\"")
                        .hasStackTraceContaining("spring-boot-starter-data-redis-reactive"));
    }

    @Test
    void passesEverythingWhenItIsSwitchedOff() {
        runner.withPropertyValues("sluice.enabled=false", ARGS + "capacity=nonsense")
                .run(context -> assertThat(context).hasNotFailed());
    }
}
