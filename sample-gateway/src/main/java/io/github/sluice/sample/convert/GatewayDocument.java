package io.github.sluice.sample.convert;

import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * What concerns RequestRateLimiter in one YAML document.
 *
 * @param filters the filters, in their order
 * @param settings the properties that hold for all of them, by uniform name
 * @param settingKeys the keys of these properties
 * @param moves the keys with a prefix that the gateway no longer reads
 */
record GatewayDocument(
        List<FoundFilter> filters, Map<String, Argument> settings, List<ScalarNode> settingKeys, List<KeyMove> moves) {

    /**
     * What is missing in a key.
     *
     * @param key the key
     * @param position where in its text
     * @param missing what belongs there
     */
    record KeyMove(ScalarNode key, int position, String missing) {

        String moved() {
            return key.getValue().substring(0, position)
                    + missing
                    + key.getValue().substring(position);
        }
    }
}
