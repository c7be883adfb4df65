package io.github.sluice.testing;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports.Binding;
import java.util.Objects;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** Redis in a container of the image that {@code .ci/redis-image} makes. */
final class RedisContainer {

    static final String IMAGE = "sluice-test-redis:local";

    private static final int PORT = 6379;
    private static final String LOOPBACK = "127.0.0.1";

    private RedisContainer() {}

    static GenericContainer<?> start() {
        GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(IMAGE));
        container
                // The image exists here or nowhere.
                .withImagePullPolicy(image -> false)
                .withExposedPorts(PORT)
                .withCreateContainerCmdModifier(RedisContainer::publishOnLoopbackOnly)
                // The default strategy runs a shell in the container, and the image has none.
                .waitingFor(Wait.forLogMessage(".*Ready to accept connections.*", 1))
                .start();
        return container;
    }

    /** A Redis without a password is nothing to offer to the network. */
    private static void publishOnLoopbackOnly(CreateContainerCmd command) {
        HostConfig host = Objects.requireNonNull(command.getHostConfig());
        host.withPortBindings(new PortBinding(Binding.bindIp(LOOPBACK), ExposedPort.tcp(PORT)));
    }
}
