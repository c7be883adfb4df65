package io.github.sluice.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import reactor.blockhound.BlockingOperationError;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

class BlockHoundTests {

    @Test
    void standsGuardInThisBuild() {
        Mono<Void> blocking =
                Mono.<Void>fromRunnable(() -> LockSupport.parkNanos(1)).subscribeOn(Schedulers.parallel());
        StepVerifier.create(blocking)
                .expectErrorSatisfies(error -> assertThat(error).isInstanceOf(BlockingOperationError.class))
                .verify(Duration.ofSeconds(10));
    }
}
