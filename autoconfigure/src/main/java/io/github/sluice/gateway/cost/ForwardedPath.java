package io.github.sluice.gateway.cost;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.RequestPath;
import org.springframework.web.util.UriUtils;
import org.springframework.web.util.pattern.PathPattern;

/**
 * The path of a request as a server reads it, so that no other spelling of it dodges a rule: percent-decoded, without
 * path parameters ({@code ;x}), dot segments (RFC 3986, section 5.2.4), empty segments and a trailing slash.
 */
final class ForwardedPath {

    private static final PathContainer.Options VERBATIM = PathContainer.Options.create('/', false);

    private final PathContainer path;

    private ForwardedPath(PathContainer path) {
        this.path = path;
    }

    static ForwardedPath of(RequestPath path) {
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

    private static String decode(String path) {
        try {
            return UriUtils.decode(path, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return path;
        }
    }

    boolean matchesAny(List<PathPattern> patterns) {
        for (PathPattern pattern : patterns) {
            if (pattern.matches(path)) {
                return true;
            }
        }
        return false;
    }
}
