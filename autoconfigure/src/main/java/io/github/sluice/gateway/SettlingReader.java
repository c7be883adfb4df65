package io.github.sluice.gateway;

import io.github.sluice.bucket.RefillRate;
import io.github.sluice.gateway.cost.Settling;
import java.util.Optional;

/** Reads the argument {@code settle}: a group of {@code header}, {@code refund-on} and {@code max-debt}, all optional. */
final class SettlingReader {

    private final ArgumentReader arguments;

    SettlingReader(ArgumentReader arguments) {
        this.arguments = arguments;
    }

    Optional<Settling> read() {
        Optional<Object> written = arguments.raw("settle");
        return written.isPresent() && written.get() instanceof Settling settling
                ? Optional.of(settling)
                : arguments.group("settle").map(SettlingReader::settling);
    }

    private static Settling settling(ArgumentReader group) {
        group.refuseOthers("header", "refund-on", "max-debt");
        Settling settling =
                group.parsed("header", Settling::byHeader).orElseGet(() -> Settling.byHeader(Settling.DEFAULT_HEADER));
        for (String status : group.texts("refund-on")) {
            Settling soFar = settling;
            settling = group.attempt("refund-on", status, () -> soFar.refundOn(status));
        }
        Optional<Long> maxDebt = group.wholeNumber("max-debt", 0, RefillRate.MOST_TOKENS);
        return maxDebt.isPresent() ? settling.maxDebt(maxDebt.get()) : settling;
    }
}
