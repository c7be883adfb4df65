package io.github.sluice.gateway.cost;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.UriUtils;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * The path of a request as a server reads it, so that no other spelling of it dodges a rule: percent-decoded, without
 * path parameters ({@code ;x}), dot segments (RFC 3986, section 5.2.4), empty segments and a trailing slash.
 *
 * <p>Not part of the API.
 */
public final class ForwardedPath {

    private static final PathContainer.Options VERBATIM = PathContainer.Options.create('/', false);

    private final PathContainer path;

    private ForwardedPath(PathContainer path) {
        this.path = path;
    }

    static ForwardedPath of(PathContainer path) {
        Deque<String> segments = new ArrayDeque<>();
        for (String segment : decode(path.value()).split("/", -1)) {
            int parameters = segment.indexOf(';');
            String name = parameters < 0 ? segment : segment.substring(0, parameters);
            if (name.equals("..")) {
                segments.pollLast();
            } else if (!name.isEmpty() && !name.equals(".")) {
                segments.addLast(name);
            }
        }
        return new ForwardedPath(PathContainer.parsePath("/" + String.join("/", segments), VERBATIM));
    }

    /**
     * Reads a pattern for such paths.
     *
     * @param text a pattern that begins with a slash; one at its end is dropped
     * @return the pattern
     * @throws IllegalArgumentException if it is none; the message says what to write instead
     */
    public static PathPattern pattern(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("write a path pattern that begins with a slash, such as /reports/**");
        }
        String path = text.length() > 1 && text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        return PathPatternParser.defaultInstance.parse(path);
    }

    /**
     * Whether a path matches as it is written, and as a server reads it too: for what a match makes easier, so that no other
     * spelling of a path gets the ease of {@code /health/../orders}.
     *
     * @param path the path as it is written
     * @param patterns the patterns, one of which it is to match
     * @return true if it matches both ways
     */
    public static boolean matchesBothWays(PathContainer path, List<PathPattern> patterns) {
        return matchesAny(path, patterns) && of(path).matchesAny(patterns);
    }

    private static String decode(String path) {
        try {
            return UriUtils.decode(path, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return path;
        }
    }

    boolean matchesAny(List<PathPattern> patterns) {
        return matchesAny(path, patterns);
    }

    private static boolean matchesAny(PathContainer path, List<PathPattern> patterns) {
        for (PathPattern pattern : patterns) {
            if (pattern.matches(path)) {
                return true;
            }
        }
        return false;
    }
}
