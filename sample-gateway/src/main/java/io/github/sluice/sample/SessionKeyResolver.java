package io.github.sluice.sample;

import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.http.HttpCookie;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** A key of the user's own: the cookie {@code session}, for {@code key: "#{@sessionKeyResolver}"}. */
@Component
final class SessionKeyResolver implements KeyResolver {

    @Override
    public Mono<String> resolve(ServerWebExchange exchange) {
        return Mono.justOrEmpty(exchange.getRequest().getCookies().getFirst("session"))
                .map(HttpCookie::getValue);
    }
}
