package foretrace.runtime;

/** Locks of every kind, by their addresses. */
final class Locks {
    /** Of addresses of locks that are had as one of several readers: those of a lock and of its readers are told apart in what a thread holds. */
    private static final long SHARED = 1L << 50;

    private Locks() {}

    static void acquired(ThreadLog log, long lock, long at, int extra) {
        log.sync(Raw.ACQUIRE, lock, at, extra);
        log.held.push(lock);
    }

    static void releasing(ThreadLog log, long lock, long at) {
        if (log.held.pop(lock)) log.sync(Raw.RELEASE, lock, at, 0);
    }

    static void acquiredShared(ThreadLog log, long lock, long at, int extra) {
        log.sync(Raw.ACQUIRE_SHARED, lock, at, extra);
        log.held.push(lock | SHARED);
    }

    /** Whether there was something to give up. */
    static boolean releasingShared(ThreadLog log, long lock, long at) {
        if (!log.held.pop(lock | SHARED)) return false;
        log.sync(Raw.RELEASE_SHARED, lock, at, 0);
        return true;
    }
}
