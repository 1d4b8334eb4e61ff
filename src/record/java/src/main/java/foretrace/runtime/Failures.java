package foretrace.runtime;

/**
 * What goes wrong within the recorder is no matter of the program's, and nobody may take what was recorded for all: the bridge hands it to us. Also where there is
 * neither memory nor stack left.
 */
public final class Failures {
    /** Where nothing more can be loaded, and so not put together. */
    private static final String NO_STACK =
            "the stack of a thread was used up within the recorder (give it more, by -Xss or where it is made): recording stopped there";

    /** What methods of the JDK below a hook would catch: the JVM loads it when anything else is thrown through them, where there may be no stack for an agent. */
    private static final String[] CAUGHT = {
        "jdk.internal.misc.ScopedMemoryAccess$ScopedAccessError", "jdk.internal.misc.ScopedMemoryAccess$Scope$ScopedAccessError",
        "java.lang.reflect.InvocationTargetException", "java.lang.InstantiationException", "java.lang.IllegalAccessException",
        "java.lang.invoke.WrongMethodTypeException"
    };

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
            else Recording.unrecorded(why instanceof StackOverflowError ? NO_STACK : words(why));
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
        } catch (StackOverflowError e) {
            untold = e;
            Recording.stopped = true;
        }
    }

    /** What is told when there is little left is opened, and what tells it loaded. */
    public static void prepare() {
        Lines.UNRECORDED.open();
        Refusal.number(new OutOfMemoryError());
        for (String name : CAUGHT) {
            try {
                Class.forName(name);
            } catch (ClassNotFoundException e) {
                // It has another name in this JDK.
            }
        }
    }

    private static String words(Throwable why) {
        StackTraceElement[] trace = why.getStackTrace();
        String at = trace.length == 0 ? "" : " at " + trace[0];
        return "the recorder failed, please report it (" + why + at + "): recording stopped there";
    }
}
