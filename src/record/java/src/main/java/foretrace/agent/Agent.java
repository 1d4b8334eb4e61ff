package foretrace.agent;

import java.io.File;
import java.lang.instrument.Instrumentation;

/**
 * Where the JVM begins with us. Compiled for Java 8, so that an older JVM than we can record runs the program all the same: a folder without a log tells that nothing
 * is known of it.
 */
public final class Agent {
    private static final double OLDEST = 17;

    private Agent() {}

    public static void premain(String arguments, Instrumentation instrumentation) {
        if (Double.parseDouble(System.getProperty("java.specification.version")) >= OLDEST) {
            Start.start(instrumentation);
            return;
        }
        String folder = System.getenv("FORETRACE_RECORD");
        if (folder != null) new File(folder, "process-" + System.nanoTime()).mkdir();
        System.err.println("foretrace: this is Java " + System.getProperty("java.specification.version") + ": Java 17 and later can be recorded");
    }
}
