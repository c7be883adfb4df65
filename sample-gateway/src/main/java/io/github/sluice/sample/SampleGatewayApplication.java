package io.github.sluice.sample;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The gateway whose routes are in {@code application.yml}, or in the file that {@code spring.config.location} names. */
@SpringBootApplication(proxyBeanMethods = false)
class SampleGatewayApplication {

    public static void main(String[] args) {
        SpringApplication.run(SampleGatewayApplication.class, args);
    }
}
