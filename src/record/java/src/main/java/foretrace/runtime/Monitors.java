package foretrace.runtime;

import java.util.Arrays;

/** What instrumented code calls at `synchronized`. */
public final class Monitors {
    private Monitors() {}

    public static void request(Object lock, int site) {
        ThreadLog log = lock == null ? null : Threads.entered();
        if (log == null) return;
        try {
            log.request(Regions.of(log, lock).base, log.stacks.site(Sites.site(site).place), Raw.WANTS_LOCK);
        } finally {
            log.busy = false;
        }
    }

    public static void entered(Object lock, int site) {
        ThreadLog log = Threads.entered();
        if (log == null) return;
        try {
            Locks.acquired(log, Regions.of(log, lock).base, at(log, site), 0);
        } finally {
            log.busy = false;
        }
    }

    public static void exiting(Object lock, int site) {
        ThreadLog log = lock == null ? null : Threads.entered();
        if (log == null) return;
        try {
            Locks.releasing(log, Regions.of(log, lock).base, at(log, site));
        } finally {
            log.busy = false;
        }
    }

    private static long at(ThreadLog log, int site) {
        return log.stacks.site(Sites.site(site).place);
    }

    /** The locks of the synchronized methods that a thread is in: one that ends by an exception does not know its own. */
    static final class Methods {
        private long[] locks = new long[8];
        private int count;

        void push(long lock) {
            if (count == locks.length) locks = Arrays.copyOf(locks, 2 * count);
            locks[count++] = lock;
        }

        long pop() {
            return count == 0 ? 0 : locks[--count];
        }
    }

    public static void methodEntered(Object lock, int site) {
        ThreadLog log = Threads.entered();
        if (log == null) return;
        try {
            long address = Regions.of(log, lock).base;
            log.methods.push(address);
            Locks.acquired(log, address, at(log, site), 0);
        } finally {
            log.busy = false;
        }
    }

    /** Of a static method: the lock is its class. */
    public static void staticMethodEntered(int site) {
        Layouts.Layout named = Sites.site(site).named();
        if (named != null) methodEntered(named.type, site);
    }

    public static void methodExiting(int site) {
        ThreadLog log = Threads.entered();
        if (log == null) return;
        try {
            long address = log.methods.pop();
            if (address != 0) Locks.releasing(log, address, at(log, site));
        } finally {
            log.busy = false;
        }
    }
}
