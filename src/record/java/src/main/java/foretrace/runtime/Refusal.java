package foretrace.runtime;

import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Map;

/** Why the system takes no more of the recording: its number for the error, of which Java has the words alone. */
final class Refusal {
    static final int UNKNOWN = 0;
    static final int NO_MEMORY = 12;
    private static final int NO_FILE = 2;
    private static final int NO_RIGHT = 13;
    /** As the systems say it in English; errno of Linux. */
    private static final Map<String, Integer> WORDS = Map.of("No space left on device", 28, "Disk quota exceeded", 122, "Too many open files in system", 23,
            "Too many open files", 24, "File too large", 27, "Input/output error", 5, "Read-only file system", 30, "Permission denied", NO_RIGHT,
            "Cannot allocate memory", NO_MEMORY, "Bad file descriptor", 9);

    private Refusal() {}

    static int number(Throwable why) {
        for (Throwable e = why; e != null; e = e.getCause()) {
            if (e instanceof OutOfMemoryError) return NO_MEMORY;
            if (e instanceof AccessDeniedException) return NO_RIGHT;
            if (e instanceof NoSuchFileException) return NO_FILE;
            int longest = 0;
            int number = UNKNOWN;
            for (Map.Entry<String, Integer> known : WORDS.entrySet()) {
                if (known.getKey().length() <= longest || !String.valueOf(e.getMessage()).contains(known.getKey())) continue;
                longest = known.getKey().length();
                number = known.getValue();
            }
            if (number != UNKNOWN) return number;
        }
        return UNKNOWN;
    }
}
