package io.github.sluice.autoconfigure;

import io.github.sluice.gateway.InvalidFilterException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports a wrong argument of a filter by what to write instead. */
final class InvalidFilterFailureAnalyzer extends AbstractFailureAnalyzer<InvalidFilterException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidFilterException cause) {
        return new FailureAnalysis(cause.problem() + '.', cause.remedy() + '.', cause);
    }
}
