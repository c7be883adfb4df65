package io.github.sluice.gateway.edge;

import io.github.sluice.gateway.cost.ForwardedPath;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.util.pattern.PathPattern;

/**
 * The requests of operators: those to the actuator, and all that come in at a management port, whose server runs the filters
 * of the gateway too. To deny the probes that one node sends would be to kill the pod.
 *
 * <p>Not part of the API.
 */
public final class ManagementRequests {

    private static final String NAMESPACE = "management";

    private final Supplier<List<PathPattern>> paths;

    /**
     * Requests to these paths.
     *
     * @param paths patterns of paths within the application, asked for at each request
     */
    public ManagementRequests(Supplier<List<PathPattern>> paths) {
        this.paths = paths;
    }

    boolean contain(ServerWebExchange exchange) {
        @Nullable ApplicationContext context = exchange.getApplicationContext();
        return (context != null && WebServerApplicationContext.hasServerNamespace(context, NAMESPACE))
                || ForwardedPath.matchesBothWays(exchange.getRequest().getPath().pathWithinApplication(), paths.get());
    }
}
