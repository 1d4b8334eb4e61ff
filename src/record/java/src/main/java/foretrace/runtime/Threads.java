package foretrace.runtime;

import java.util.BitSet;
import java.util.concurrent.atomic.AtomicInteger;

/** Which thread has which log. A thread has a number from its start on, and a log from the first that it does. */
public final class Threads {
    private static final AtomicInteger numbers = new AtomicInteger();
    private static final BitSet ended = new BitSet();
    private static final ThreadLocal<ThreadLog> LOCAL = new ThreadLocal<>();

    private Threads() {}

    /** The log of the current thread. */
    static ThreadLog current() {
        ThreadLog log = LOCAL.get();
        return log != null ? log : arrive(Thread.currentThread());
    }

    /** The log, if the thread is not within one of our hooks and something is still to be recorded. */
    static ThreadLog entered() {
        if (Recording.isStopped()) {
            Failures.tell();
            return null;
        }
        ThreadLog log = current();
        if (log == null || log.busy) return null;
        log.busy = true;
        try {
            if (log.slot >= 0) Atomics.unlock(log);
            if (log.held.waiting != 0) log.held.wake(log);
        } catch (Throwable e) {
            log.busy = false;
            throw e;
        }
        return log;
    }

    /** The thread that records first is number 0. */
    public static void begin() {
        ThreadLog log = current();
        Failures.prepare();
        // Loads what looks at stacks, which must not be done where one ends.
        if (log != null) log.stacks.caller();
    }

    /** Executes what is ours without recording it; a thread that has recorded nothing has no log for it. */
    public static boolean pause() {
        ThreadLog log = LOCAL.get();
        boolean before = log != null && log.busy;
        if (log != null) log.busy = true;
        return before;
    }

    public static void resume(boolean before) {
        ThreadLog log = LOCAL.get();
        if (log != null) log.busy = before;
    }

    private static ThreadLog arrive(Thread thread) {
        // What the log needs may come back here.
        if (Started.isArriving(thread)) return null;
        Started.arriving(thread, true);
        try {
            int number = Started.number(thread);
            if (number == Started.OVER) return null;
            ThreadLog known = Started.log(thread);
            if (known != null) {
                LOCAL.set(known);
                return known;
            }
            int own = number < 0 ? next() : number;
            ThreadLog log = Privileged.get(() -> new ThreadLog(own));
            log.sync(Raw.BEGIN, 0, 0, 0);
            Started.remember(thread, log);
            Lines.THREADS.add(log.number + "\t" + Lines.plain(thread.getName()));
            LOCAL.set(log);
            return log;
        } finally {
            Started.arriving(thread, false);
        }
    }

    /** The thread is about to be started by the current one. */
    public static void fork(Thread child) {
        ThreadLog log = entered();
        if (log == null) return;
        try {
            int number = next();
            Started.remember(child, number);
            log.sync(Raw.FORK, number, log.stacks.caller(), 0);
        } finally {
            log.busy = false;
        }
    }

    /** The current thread is over. */
    public static void end() {
        Failures.tell();
        ThreadLog log = LOCAL.get();
        if (log == null) log = Started.log(Thread.currentThread());
        if (log == null) return;
        log.busy = true;
        if (log.slot >= 0) Atomics.unlock(log);
        log.close();
        Started.over(Thread.currentThread());
        synchronized (ended) {
            ended.set(log.number);
        }
    }

    /** The current thread comes after all that have ended. */
    static void joinEnded() {
        ThreadLog log = entered();
        if (log == null) return;
        try {
            synchronized (ended) {
                ended.stream().forEach(number -> log.sync(Raw.JOIN, number, 0, 0));
            }
        } finally {
            log.busy = false;
        }
    }

    private static int next() {
        return numbers.getAndIncrement();
    }
}
