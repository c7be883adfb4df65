package io.github.sluice.sample.replicas;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A gateway with one route, on a port of its own, that shares nothing with others in this process but what it is told to. */
record Replica(URI uri) {

    private static final String ROUTE = "--spring.cloud.gateway.server.webflux.routes[0].";

    static Replica start(Class<?> application, int perSecond, List<String> arguments) {
        List<String> all = new ArrayList<>(List.of(
                "--server.address=127.0.0.1",
                "--server.port=0",
                "--spring.main.banner-mode=off",
                "--spring.main.register-shutdown-hook=false",
                "--logging.level.root=error",
                "--logging.level.io.github.sluice=error",
                "--logging.level.org.springframework.boot.reactor.netty=error",
                "--spring.data.redis.host=127.0.0.1",
                // The first decision of a cold gateway takes longer.
                "--sluice.redis.timeout=5s",
                ROUTE + "id=database",
                ROUTE + "uri=no://op",
                ROUTE + "predicates[0]=Path=/**",
                ROUTE + "filters[0]=TokenBucket=" + perSecond + ", " + perSecond + "/s, everyone"));
        all.addAll(arguments);
        ConfigurableApplicationContext context =
                new SpringApplicationBuilder(application).run(all.toArray(String[]::new));
        return new Replica(URI.create(
                "http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port") + "/"));
    }
}
