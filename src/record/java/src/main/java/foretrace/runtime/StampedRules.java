package foretrace.runtime;

/**
 * StampedLock. Its stamps are numbers, which a hook does not get to see: a try counts as had, and an unlock gives up what the thread has. Plain reads between
 * tryOptimisticRead and validate are not recorded: they may see anything, and the program throws away what they saw.
 */
final class StampedRules {
    private StampedRules() {}

    private static final Rule WRITE = new Rule() {
        @Override
        void before(ThreadLog log, Object receiver, Site site) {
            log.request(Regions.of(log, receiver).base, log.stacks.site(site.place), Raw.WANTS_LOCK);
        }

        @Override
        void after(ThreadLog log, Object receiver, Object result, Site site) {
            log.optimistic = 0;
            Locks.acquired(log, Regions.of(log, receiver).base, site, 0);
        }
    };

    private static final Rule READ = new Rule() {
        @Override
        void before(ThreadLog log, Object receiver, Site site) {
            log.request(Regions.of(log, receiver).base, log.stacks.site(site.place), Raw.WANTS_SHARE);
        }

        @Override
        void after(ThreadLog log, Object receiver, Object result, Site site) {
            log.optimistic = 0;
            Locks.acquiredShared(log, Regions.of(log, receiver).base, site, 0);
        }
    };

    private static final Rule UNLOCK = new Rule() {
        @Override
        void before(ThreadLog log, Object receiver, Site site) {
            long lock = Regions.of(log, receiver).base;
            if (!Locks.releasingShared(log, lock, site)) Locks.releasing(log, lock, site);
        }
    };

    private static final Rule OPTIMISTIC = new Rule() {
        @Override
        void after(ThreadLog log, Object receiver, Object result, Site site) {
            log.optimistic = 1;
        }
    };

    private static final Rule VALIDATE = new Rule() {
        @Override
        void after(ThreadLog log, Object receiver, Object result, Site site) {
            log.optimistic = 0;
        }
    };

    static Rule of(String name) {
        return switch (name) {
            case "writeLock", "writeLockInterruptibly" -> WRITE;
            case "readLock", "readLockInterruptibly" -> READ;
            case "unlock", "unlockRead", "unlockWrite" -> UNLOCK;
            case "tryOptimisticRead" -> OPTIMISTIC;
            case "validate" -> VALIDATE;
            // What gives a stamp or 0, or changes one lock into another: ordered, but no critical section.
            default -> ConcurrentRules.BOTH;
        };
    }
}
