package foretrace.runtime;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;

/** The numbers of threads, by the threads themselves: their ids, and which are equal, is what a subclass may say. */
final class Started {
    static final int UNKNOWN = -1;
    static final int OVER = -2;

    /** A thread that was started: its log may be null, as long as it has done nothing and when it is over. */
    private record Known(int number, ThreadLog log, boolean isOver) {}

    private static final WeakIdentityMap<Thread, Known> threads = new WeakIdentityMap<>();
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
        threads.put(thread, new Known(number, null, false));
    }

    /** Of one that has not ended. */
    static int number(Thread thread) {
        Known known = threads.get(thread);
        if (known == null) return UNKNOWN;
        return known.isOver ? OVER : known.number;
    }

    static int of(Thread thread) {
        Known known = threads.get(thread);
        return known == null ? UNKNOWN : known.number;
    }

    /** The log of a thread whose thread-local variables were cleared, as pools do between tasks; null if it has none. */
    static ThreadLog log(Thread thread) {
        Known known = threads.get(thread);
        return known == null ? null : known.log;
    }

    static void remember(Thread thread, ThreadLog log) {
        threads.put(thread, new Known(log.number, log, false));
    }

    static void over(Thread thread) {
        threads.put(thread, new Known(of(thread), null, true));
    }

    static boolean isArriving(Thread thread) {
        return arriving.contains(thread);
    }

    static void arriving(Thread thread, boolean is) {
        if (is) arriving.add(thread);
        else arriving.remove(thread);
    }
}
