package io.github.sluice.sample.convert;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The command {@code convert application.yml}: prints the file with TokenBucket in the place of RequestRateLimiter. */
public final class ConvertCommand {

    /** The first argument of a program that is asked to convert. */
    public static final String NAME = "convert";

    private static final String USAGE = "Name one file: java -jar sluice-sample-gateway.jar convert application.yml";

    private ConvertCommand() {}

    /**
     * Converts one file.
     *
     * @param arguments the name of the file, and nothing else
     * @param out gets the converted file, or nothing
     * @param err gets one message if there is something wrong
     * @return the exit code: 0, or 1 if nothing was converted
     */
    public static int run(List<String> arguments, PrintStream out, PrintStream err) {
        if (arguments.size() != 1) {
            err.println(USAGE);
            return 1;
        }
        try {
            SourceText source = SourceText.read(Path.of(arguments.get(0)));
            String converted = new Conversion(source).text();
            if (converted.equals(source.text())) {
                err.println(source.name() + ": there is no RequestRateLimiter filter in it.");
            }
            // Whatever the encoding of the terminal: what goes out is a file.
            out.writeBytes(converted.getBytes(StandardCharsets.UTF_8));
            out.flush();
            return 0;
        } catch (BrokenFileException broken) {
            err.println(broken.getMessage());
            return 1;
        }
    }
}
