package io.github.sluice.autoconfigure;

import io.github.sluice.gateway.FilterCatalog;
import io.github.sluice.gateway.FilterDescription;
import io.github.sluice.gateway.PlacedFilter;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;

/** Says once, when the gateway is ready, what each filter limits, by what, and how much. */
final class StartReport implements ApplicationListener<ApplicationReadyEvent> {

    private static final Log LOG = LogFactory.getLog(StartReport.class);

    private final FilterCatalog filters;

    StartReport(FilterCatalog filters) {
        this.filters = filters;
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent event) {
        // Routes come from wherever a locator finds them, which must not hold up the start.
        filters.all()
                .map(PlacedFilter::description)
                .subscribe(
                        filter -> LOG.info(line(filter)),
                        failure -> LOG.debug("The routes cannot be listed yet", failure));
    }

    static String line(FilterDescription filter) {
        String limits = filter.limits().isEmpty()
                ? "only callers on a plan"
                : filter.limits().stream()
                        .map(limit -> limit.name() + " " + limit.capacity() + " at " + limit.refillRate())
                        .collect(Collectors.joining(", "));
        return "Route " + filter.route() + ", filter " + filter.filter() + " limits by " + filter.key() + ": " + limits
                + (filter.plans().isEmpty()
                        ? ""
                        : "; plans " + String.join(", ", filter.plans().keySet()))
                + "; cost " + filter.cost() + (filter.costs() > 0 ? " and " + filter.costs() + " rules" : "")
                + (filter.settles() ? ", settled afterwards" : "")
                + "; " + filter.mode().name().toLowerCase(Locale.ROOT)
                + ", on store failure " + filter.onStoreFailure().name().toLowerCase(Locale.ROOT);
    }
}
