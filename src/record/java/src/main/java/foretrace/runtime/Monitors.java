package foretrace.runtime;

/** What instrumented code calls at `synchronized`. */
public final class Monitors {
    private Monitors() {}

    @Roomy
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
}
