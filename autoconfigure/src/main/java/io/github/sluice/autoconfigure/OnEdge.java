package io.github.sluice.autoconfigure;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether a limit is set for the edge, in whatever way a property may be written, and Sluice is not switched off. */
final class OnEdge implements Condition {

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Binder binder = Binder.get(context.getEnvironment());
        return binder.bind("sluice.enabled", Boolean.class).orElse(true)
                && binder.bind("sluice.edge", EdgeProperties.class)
                        .map(EdgeProperties::isOn)
                        .orElse(false);
    }
}
