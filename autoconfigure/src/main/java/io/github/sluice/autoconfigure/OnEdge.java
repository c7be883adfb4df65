package io.github.sluice.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether a limit is set for the edge, in whatever way a property may be written, and Sluice is not switched off. */
final class OnEdge extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Binder binder = Binder.get(context.getEnvironment());
        ConditionMessage.Builder message = ConditionMessage.forCondition("Sluice's edge");
        if (!binder.bind("sluice.enabled", Boolean.class).orElse(true)) {
            return ConditionOutcome.noMatch(message.because("sluice.enabled is false"));
        }
        boolean on = binder.bind("sluice.edge", EdgeProperties.class)
                .map(EdgeProperties::isOn)
                .orElse(false);
        return on
                ? ConditionOutcome.match(message.because("sluice.edge has a limit"))
                : ConditionOutcome.noMatch(message.because("sluice.edge has no limit"));
    }
}
