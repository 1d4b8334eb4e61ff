package foretrace.runtime;

import java.util.BitSet;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/** Which thread has which log. A thread has a number from its start on, and a log from the first that it does. */
public final class Threads {
    private static final AtomicInteger numbers = new AtomicInteger();
    private static final BitSet ended = new BitSet();
    private static final ThreadLocal<ThreadLog> LOCAL = new ThreadLocal<>();

    /** By the number that the JVM has for a thread, whatever its class says of it. */
    private static final long ID = Words.UNSAFE.objectFieldOffset(Thread.class, "tid");
    private static final int RECENT = 256;
    private static final ThreadLog[] recent = new ThreadLog[RECENT];

    private Threads() {}

    /** The log of the current thread. To look at the local takes twice as long. */
    @ForceInline
    static ThreadLog current() {
        Thread thread = Thread.currentThread();
        ThreadLog log = recent[slot(thread)];
        return log != null && log.isOf(thread) ? log : find(thread);
    }

    @ForceInline
    private static int slot(Thread thread) {
        return (int) Words.UNSAFE.getLong(thread, ID) & RECENT - 1;
    }

    @DontInline
    private static ThreadLog find(Thread thread) {
        ThreadLog log = LOCAL.get();
        if (log == null) log = arrive(thread);
        // What it has for its thread is final: to others it is whole.
        if (log != null) recent[slot(thread)] = log;
        return log;
    }

    /** The log, if the thread is not within one of our hooks and something is still to be recorded. */
    static ThreadLog entered() {
        ThreadLog log = Recording.isStopped() ? null : current();
        if (log == null) Failures.tell();
        return log == null ? null : entered(log);
    }

    /** The same, if the log of the current thread is known. */
    static ThreadLog entered(ThreadLog log) {
        if (Recording.isStopped()) Failures.tell();
        if (log.busy || Recording.isStopped()) return null;
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
            ThreadLog log = Privileged.get(() -> new ThreadLog(own, thread));
            if (number < 0) Alone.joinedBy(log);
            else log.isUnordered = Started.isUnordered(number);
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
            if (log.isUnordered) Started.unordered(number);
            else Alone.over();
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
        // Who comes without being started then does what comes behind all: shutdown.
        if (log.number == 0) Alone.over();
        log.close();
        int slot = slot(Thread.currentThread());
        if (recent[slot] == log) recent[slot] = null;
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
