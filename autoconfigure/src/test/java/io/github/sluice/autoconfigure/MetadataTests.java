package io.github.sluice.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What an editor shows of the properties. */
class MetadataTests {

    private static final String METADATA = "/META-INF/spring-configuration-metadata.json";

    @Test
    void describesEveryProperty() throws IOException {
        List<Map<String, Object>> properties = JsonPath.read(metadata(), "$.properties[?(@.name =~ /sluice\\..*/)]");
        assertThat(properties)
                .hasSizeGreaterThan(30)
                .allSatisfy(property -> assertThat((String) property.get("description"))
                        .as((String) property.get("name"))
                        .isNotBlank()
                        .endsWith("."));
    }

    @Test
    void knowsTheDefaultsThatUsersReadOf() throws IOException {
        String metadata = metadata();
        Map.of(
                        "sluice.enabled", true,
                        "sluice.mode", "enforce",
                        "sluice.redis.key-prefix", "sluice:",
                        "sluice.redis.timeout", "100ms",
                        "sluice.denial-cache.max-keys", 100000,
                        "sluice.denial-cache.max-age", "1s",
                        "sluice.store-failure.mode", "local",
                        "sluice.client-ip.ipv6-prefix", 64)
                .forEach((name, value) -> assertThat(JsonPath.<List<Object>>read(
                                metadata, "$.properties[?(@.name == '" + name + "')].defaultValue"))
                        .as(name)
                        .containsExactly(value));
    }

    private static String metadata() throws IOException {
        try (InputStream resource = MetadataTests.class.getResourceAsStream(METADATA)) {
            assertThat(resource).isNotNull();
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
