package foretrace.runtime;

/**
 * What goes wrong within the recorder is no matter of the program's, and nobody may take what was recorded for all: the bridge hands it to us. Also where there is
 * neither memory nor stack left.
 */
public final class Failures {
    /** What there was no stack to tell of; the next hook of anybody does it. */
    public static volatile Throwable untold;

    private static volatile boolean isTold;

    private Failures() {}

    /** A hook has failed, and a record is missing. Without it others would look unordered: nothing more is recorded. */
    public static void stop(Throwable why) {
        Recording.stopped = true;
        if (isTold) return;
        isTold = true;
        try {
            if (why instanceof OutOfMemoryError) Recording.refused(Refusal.NO_MEMORY);
            else Recording.unrecorded(words(why) + ": recording stopped there");
        } catch (OutOfMemoryError e) {
            Recording.refused(Refusal.NO_MEMORY);
        } catch (Throwable e) {
            isTold = false;
            throw e;
        }
    }

    /** What is left to be told. */
    static void tell() {
        Throwable why = untold;
        if (why == null) return;
        stop(why);
        untold = null;
    }

    /** Takes the stack of so many calls, if it is there. */
    public static int room(int calls) {
        return calls == 0 ? 0 : room(calls - 1) + 1;
    }

    /** A class runs as it is; its name as in class files. */
    public static void plain(String type, Throwable why) {
        try {
            Recording.unrecorded(type.replace('/', '.') + " (" + why + ")");
        } catch (OutOfMemoryError e) {
            Recording.refuse(Refusal.NO_MEMORY);
        }
    }

    private static String words(Throwable why) {
        if (why instanceof StackOverflowError) return "the stack of a thread was used up within the recorder (give it more, by -Xss or where it is made)";
        StackTraceElement[] trace = why.getStackTrace();
        return "the recorder failed, please report it (" + why + (trace.length == 0 ? "" : " at " + trace[0]) + ")";
    }
}
