package foretrace.runtime;

import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.IdentityHashMap;

/** The numbers of threads, by the threads themselves: their ids are what a subclass may say they are. */
final class Started {
    static final int UNKNOWN = -1;
    static final int OVER = -2;

    private static final Map<Thread, Integer> numbers = Collections.synchronizedMap(new WeakHashMap<>());
    private static final Map<Thread, Boolean> ended = Collections.synchronizedMap(new WeakHashMap<>());
    private static final Map<Thread, ThreadLog> logs = Collections.synchronizedMap(new WeakHashMap<>());
    private static final Set<Thread> arriving = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

    /** Numbers of threads that were started by one that is not ordered after the first. */
    private static final Set<Integer> unordered = Collections.synchronizedSet(new HashSet<>());

    private Started() {}

    static void unordered(int number) {
        unordered.add(number);
    }

    static boolean isUnordered(int number) {
        return unordered.contains(number);
    }

    static void remember(Thread thread, int number) {
        numbers.put(thread, number);
    }

    /** Of one that has not ended. */
    static int number(Thread thread) {
        return ended.containsKey(thread) ? OVER : of(thread);
    }

    static int of(Thread thread) {
        Integer number = numbers.get(thread);
        return number == null ? UNKNOWN : number;
    }

    /** The log of a thread whose thread-local variables were cleared, as pools do between tasks; null if it has none. */
    static ThreadLog log(Thread thread) {
        return logs.get(thread);
    }

    static void remember(Thread thread, ThreadLog log) {
        numbers.put(thread, log.number);
        logs.put(thread, log);
    }

    static void over(Thread thread) {
        logs.remove(thread);
        ended.put(thread, true);
    }

    static boolean isArriving(Thread thread) {
        return arriving.contains(thread);
    }

    static void arriving(Thread thread, boolean is) {
        if (is) arriving.add(thread);
        else arriving.remove(thread);
    }
}
