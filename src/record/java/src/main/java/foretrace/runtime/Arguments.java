package foretrace.runtime;

import java.util.Collection;
import java.util.Map;
import java.util.Set;

/** Objects of the JDK that are arguments of its methods, which walk through them: `addAll(other)`, `new ArrayList(other)`, `String.join(",", other)`. */
public final class Arguments {
    /** Methods of objects that walk through their first argument. */
    private static final Set<String> WALKS = Set.of("addAll", "addAllAbsent", "putAll", "removeAll", "retainAll", "containsAll", "append", "insert", "equals",
            "compareTo", "and", "or", "xor", "andNot", "intersects");

    private Arguments() {}

    /** Before a method that has the object as an argument. */
    public static void before(Object argument, boolean isWritten, int number) {
        ThreadLog log = argument == null ? null : Threads.entered();
        if (log == null) return;
        try {
            use(log, argument, isWritten, log.stacks.site(Sites.site(number).place));
        } finally {
            log.busy = false;
        }
    }

    public static void after(Object argument, int number) {
        ThreadLog log = argument == null ? null : Threads.entered();
        if (log == null) return;
        try {
            learn(log, argument, log.stacks.site(Sites.site(number).place));
        } finally {
            log.busy = false;
        }
    }

    static void before(ThreadLog log, Call call) {
        if (call.argument == null || call.argument instanceof String) return;
        if (WALKS.contains(call.site.name)) use(log, call.argument, false, call.at(log));
        else if (call.site.name.equals("drainTo")) use(log, call.argument, true, call.at(log));
    }

    static void after(ThreadLog log, Call call) {
        if (call.argument != null && WALKS.contains(call.site.name)) learn(log, call.argument, call.at(log));
    }

    private static void use(ThreadLog log, Object argument, boolean isWritten, long at) {
        Object behind = Views.behind(argument);
        Class<?> type = behind.getClass();
        // What a class of the program overrides is recorded there.
        if (type.getClassLoader() != null) return;
        if (PlainTypes.of(type.getName()) != null) {
            long contents = Regions.of(log, behind, Views.isNamed(argument) ? argument : behind).contents();
            log.access(Raw.READ, contents, 8, at);
            ListRules.walk(log, behind, at);
            if (isWritten) log.access(Raw.WRITE, contents, 8, at);
        } else if (GuardedRules.isGuarded(type.getName()) || GuardedRules.isGuarded(argument.getClass().getName())) Regions.of(log, behind);
        else learn(log, argument, at);
    }

    /** What a concurrent collection hands over was put in before. */
    private static void learn(ThreadLog log, Object argument, long at) {
        Object behind = Views.behind(argument);
        boolean isConcurrent = (behind instanceof Collection || behind instanceof Map) && behind.getClass().getName().startsWith("java.util.concurrent.");
        if (isConcurrent) log.sync(Raw.RECEIVE, Regions.of(log, behind).base, at, 0);
    }
}
