package foretrace.runtime;

/** What instrumented code calls around calls of the JDK's methods. */
public final class Calls {
    private Calls() {}

    @Roomy
    public static void before(Object receiver, int number) {
        ThreadLog log = receiver == null ? null : Threads.entered();
        if (log == null) return;
        try {
            Site site = Sites.site(number);
            site.rule(receiver).before(log, receiver, site);
        } finally {
            log.busy = false;
        }
    }

    public static void after(Object receiver, int number) {
        done(receiver, Rule.NOTHING, number);
    }

    public static void after(boolean result, Object receiver, int number) {
        done(receiver, result, number);
    }

    public static void after(Object result, Object receiver, int number) {
        done(receiver, result, number);
    }

    private static void done(Object receiver, Object result, int number) {
        ThreadLog log = Threads.entered();
        if (log == null) return;
        try {
            Site site = Sites.site(number);
            site.rule(receiver).after(log, receiver, result, site);
        } finally {
            log.busy = false;
        }
    }

    /** `Thread.interrupted` has said so. */
    public static void interrupted(boolean result, int number) {
        ThreadLog log = result ? Threads.entered() : null;
        if (log == null) return;
        try {
            ThreadRules.learnInterrupt(log, Sites.site(number));
        } finally {
            log.busy = false;
        }
    }

    /** An exception was caught. */
    public static void caught(Throwable exception, int number) {
        if (!(exception instanceof InterruptedException)) return;
        interrupted(true, number);
    }
}
