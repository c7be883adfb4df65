package io.github.sluice.sample;

import io.github.sluice.sample.convert.ConvertCommand;
import io.github.sluice.sample.replicas.Replicas;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * The gateway whose routes are in {@code application.yml}, or in the file that {@code spring.config.location} names. With
 * {@code convert} as its first argument it converts a file and ends, with {@code replicas} it shows three gateways at once and
 * ends.
 */
@SpringBootApplication(proxyBeanMethods = false)
class SampleGatewayApplication {

    public static void main(String[] args) {
        if (args.length > 0 && args[0].equals(ConvertCommand.NAME)) {
            System.exit(ConvertCommand.run(List.of(args).subList(1, args.length), System.out, System.err));
        }
        if (args.length > 0 && args[0].equals(Replicas.COMMAND)) {
            try (EmbeddedRedis redis = EmbeddedRedis.start()) {
                Replicas.run(SampleGatewayApplication.class, redis.port());
            }
            System.exit(0);
        }
        SpringApplication.run(SampleGatewayApplication.class, args);
    }
}
