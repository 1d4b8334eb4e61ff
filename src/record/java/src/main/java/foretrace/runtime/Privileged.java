package foretrace.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.function.Supplier;

/**
 * What the recorder does for itself has its own rights, whoever stands on the stack: with a SecurityManager, code of the program may not have those that a log needs.
 */
public final class Privileged {
    /** From 24 on no JVM has such a manager; the classes for it may go. */
    private static final boolean HAS_MANAGER = Runtime.version().feature() < 24;

    private Privileged() {}

    @SuppressWarnings("removal")
    public static <T> T get(Supplier<T> work) {
        if (!HAS_MANAGER || System.getSecurityManager() == null) return work.get();
        return AccessController.doPrivileged((PrivilegedAction<T>) work::get);
    }

    interface Opening<T> {
        T open() throws IOException;
    }

    /** A file. */
    static <T> T opened(Opening<T> work) throws IOException {
        try {
            return get(() -> {
                try {
                    return work.open();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
