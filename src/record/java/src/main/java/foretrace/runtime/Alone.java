package foretrace.runtime;

/**
 * The first thread, until it starts another: whoever comes later is ordered after what it did before, in every schedule. So its plain accesses have no race.
 *
 * Threads that the program did not start (signals, native code) are not ordered so. If such a one accesses anything, something may be missing, and that is said. Those
 * that run finalizers come after the constructors of their objects: the time is over as soon as there is a class that has one.
 */
public final class Alone {
    /** Read by every hook. It is the first thread itself that ends this, or another that comes later and says so: nothing has to be ordered. */
    static boolean is = Recording.FILTERS;

    private static volatile boolean isTold;

    private Alone() {}

    public static void over() {
        is = false;
    }

    /** A thread has come that nobody has started. */
    static void joinedBy(ThreadLog log) {
        if (!is || log.number == 0) return;
        log.isUnordered = true;
        is = false;
    }

    /** Something is accessed by a thread that is not ordered after the first. */
    static void unordered(ThreadLog log) {
        log.isUnordered = false;
        if (isTold) return;
        isTold = true;
        Recording.unrecorded("what the first thread did before \"" + Lines.plain(Thread.currentThread().getName())
                + "\" came, which no thread of the program has started (FORETRACE_FILTER=off records it)");
    }
}
