package io.github.sluice.gateway.key;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** {@code a|b}: the first that is present. */
record FirstOfKey(List<CallerKey> alternatives) implements CallerKey {

    private static final Set<IdentityKind> FORMS =
            Set.of(IdentityKind.ADDRESS, IdentityKind.CLIENT, IdentityKind.SUBJECT);

    @Override
    public Mono<Optional<Identity>> resolve(ServerWebExchange exchange) {
        Mono<Optional<Identity>> first = alternatives.get(0).resolve(exchange);
        for (CallerKey alternative : alternatives.subList(1, alternatives.size())) {
            first = first.flatMap(found -> found.isPresent() ? Mono.just(found) : alternative.resolve(exchange));
        }
        return first;
    }

    @Override
    public List<Identity> named(CallerName name) {
        List<Identity> all = alternatives.stream()
                .flatMap(alternative -> alternative.named(name).stream())
                .toList();
        // An address is an address, also where another part takes any text.
        List<Identity> sure = all.stream().filter(FirstOfKey::hasAFormOfItsOwn).toList();
        return sure.isEmpty() ? all : sure;
    }

    private static boolean hasAFormOfItsOwn(Identity identity) {
        return FORMS.containsAll(identity.kinds());
    }
}
