package io.github.sluice.sample.convert;

import java.util.ArrayList;
import java.util.List;

/** Finds the comments in a piece of YAML that is about to be replaced. */
final class Comments {

    private static final char NO_QUOTE = 0;

    private Comments() {}

    static List<String> in(String yaml) {
        List<String> comments = new ArrayList<>();
        char quote = NO_QUOTE;
        for (int i = 0; i < yaml.length(); i++) {
            char c = yaml.charAt(i);
            if (quote != NO_QUOTE) {
                quote = c == quote && !(quote == '"' && yaml.charAt(i - 1) == '\\') ? NO_QUOTE : quote;
            } else if ((c == '"' || c == '\'') && opensToken(yaml, i)) {
                quote = c;
            } else if (c == '#' && i > 0 && Character.isWhitespace(yaml.charAt(i - 1))) {
                int end = yaml.indexOf('\n', i);
                comments.add(yaml.substring(i, end < 0 ? yaml.length() : end).strip());
                i = (end < 0 ? yaml.length() : end) - 1;
            }
        }
        return comments;
    }

    private static boolean opensToken(String yaml, int at) {
        return at == 0 || Character.isWhitespace(yaml.charAt(at - 1)) || "[{,:".indexOf(yaml.charAt(at - 1)) >= 0;
    }
}
