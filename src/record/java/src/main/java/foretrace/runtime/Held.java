package foretrace.runtime;

import java.util.Arrays;

/** The locks that a thread has, the last one last, each as often as it was taken; and the one that it gave up to be woken. */
final class Held {
    private long[] locks = new long[8];
    private int count;
    /** The lock that a wait gave up, or 0, and how often it was held. */
    long waiting;
    private int times;
    private long site;

    void push(long lock) {
        if (count == locks.length) locks = Arrays.copyOf(locks, 2 * count);
        locks[count++] = lock;
    }

    /** Takes the lock out where it was taken last; false if it is not held. */
    boolean pop(long lock) {
        for (int i = count - 1; i >= 0; i--) {
            if (locks[i] != lock) continue;
            System.arraycopy(locks, i + 1, locks, i, --count - i);
            return true;
        }
        return false;
    }

    /** Gives the lock up, however often it is held. */
    void sleep(ThreadLog log, long lock, long at) {
        int held = 0;
        for (int i = 0; i < count; i++) if (locks[i] == lock) held++;
        if (held == 0) return;
        log.sync(Raw.WAIT, lock, at, 0);
        log.request(lock, at, Raw.WANTS_WAKING);
        waiting = lock;
        times = held;
        site = at;
    }

    /** The wait is over, and the lock is had again: said when the thread does anything at all, because a wait may end by an exception. */
    void wake(ThreadLog log) {
        long lock = waiting;
        waiting = 0;
        for (int i = 0; i < times; i++) log.sync(Raw.ACQUIRE, lock, site, 0);
    }
}
