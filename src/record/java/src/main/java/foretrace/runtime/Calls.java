package foretrace.runtime;

/** What instrumented code calls around calls of the JDK's methods: with the first argument that is an object, and the first that is an int or a long. */
public final class Calls {
    private Calls() {}

    @Roomy
    public static void before(Object receiver, Object argument, long number, int site) {
        ThreadLog log = receiver == null ? null : Threads.entered();
        if (log == null) return;
        try {
            log.calling = Sites.site(site);
            Rule rule = rule(log, receiver, argument, number);
            rule.before(log, log.call);
            if (rule != Rule.NONE) Arguments.before(log, log.call);
        } finally {
            log.call.clear();
            log.busy = false;
        }
    }

    public static void after(Object receiver, Object argument, long number, int site) {
        done(Call.NOTHING, receiver, argument, number, site);
    }

    public static void after(boolean result, Object receiver, Object argument, long number, int site) {
        done(result, receiver, argument, number, site);
    }

    public static void after(long result, Object receiver, Object argument, long number, int site) {
        done(result, receiver, argument, number, site);
    }

    public static void after(Object result, Object receiver, Object argument, long number, int site) {
        done(result, receiver, argument, number, site);
    }

    private static void done(Object result, Object receiver, Object argument, long number, int site) {
        ThreadLog log = Threads.entered();
        if (log == null) return;
        try {
            log.calling = Sites.site(site);
            Rule rule = rule(log, receiver, argument, number);
            log.call.result = result;
            rule.after(log, log.call);
            if (rule != Rule.NONE) Arguments.after(log, log.call);
        } finally {
            log.calling = null;
            log.call.clear();
            log.busy = false;
        }
    }

    private static Rule rule(ThreadLog log, Object receiver, Object argument, long number) {
        Object behind = log.calling.behind(receiver);
        Rule rule = log.calling.rule(receiver, behind);
        // A HashSet is told as one, though its map is what it is for us.
        if (behind != receiver && rule != Rule.NONE) Regions.of(log, behind, Views.isNamed(receiver) ? receiver : behind);
        Call call = log.call;
        call.site = log.calling;
        call.receiver = behind;
        call.argument = argument;
        call.number = number;
        return rule;
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
