package foretrace.runtime;

import java.util.concurrent.locks.StampedLock;

/** StampedLock and its views as locks: stamps say what is had. What its threads do between a tryOptimisticRead and a validate is in Optimistic. */
final class StampedRules {
    private StampedRules() {}

    private static final class Acquire extends Rule {
        private final boolean shared;
        private final int extra;

        Acquire(boolean shared, int extra) {
            this.shared = shared;
            this.extra = extra;
        }

        @Override
        void before(ThreadLog log, Call call) {
            if (extra == 0) log.request(call.address(log), call.at(log), shared ? Raw.WANTS_SHARE : Raw.WANTS_LOCK);
        }

        @Override
        void after(ThreadLog log, Call call) {
            if (call.succeeded() && !isZero(call)) acquired(log, call, shared, extra);
        }
    }

    /** Tries to give up count as done: whoever has the lock succeeds. */
    private static final Rule UNLOCK = new Rule() {
        @Override
        void before(ThreadLog log, Call call) {
            release(log, call);
        }
    };

    private static final Rule OPTIMISTIC = new Rule() {
        @Override
        void after(ThreadLog log, Call call) {
            log.optimistic.begin(call.address(log));
        }
    };

    private static final Rule VALIDATE = new Rule() {
        @Override
        void after(ThreadLog log, Call call) {
            log.optimistic.validated(log, call.address(log));
        }
    };

    private static final Rule TO_WRITE = new Rule() {
        @Override
        void after(ThreadLog log, Call call) {
            log.optimistic.validated(log, call.address(log));
            if (isZero(call) || StampedLock.isWriteLockStamp(call.number)) return;
            // The only reader has become the writer: nobody else had the lock meanwhile.
            if (StampedLock.isReadLockStamp(call.number)) Locks.releasingShared(log, call.address(log), call.at(log));
            acquired(log, call, false, Raw.TRIES);
        }
    };

    private static final Rule TO_READ = new Rule() {
        @Override
        void before(ThreadLog log, Call call) {
            // Other readers get in before we hear of it.
            if (StampedLock.isWriteLockStamp(call.number)) Locks.releasing(log, call.address(log), call.at(log));
        }

        @Override
        void after(ThreadLog log, Call call) {
            log.optimistic.validated(log, call.address(log));
            if (!isZero(call) && !StampedLock.isReadLockStamp(call.number)) acquired(log, call, true, Raw.TRIES);
        }
    };

    private static final Rule TO_OPTIMISTIC = new Rule() {
        @Override
        void before(ThreadLog log, Call call) {
            if (!StampedLock.isOptimisticReadStamp(call.number)) release(log, call);
        }

        @Override
        void after(ThreadLog log, Call call) {
            log.optimistic.validated(log, call.address(log));
            log.optimistic.begin(call.address(log));
        }
    };

    private static final Rule WRITE = new Acquire(false, 0);
    private static final Rule TRY_WRITE = new Acquire(false, Raw.TRIES);
    private static final Rule READ = new Acquire(true, 0);
    private static final Rule TRY_READ = new Acquire(true, Raw.TRIES);

    /** Of the lock itself or of one of its views, whose methods are those of any Lock. */
    static Rule of(Object receiver, String name) {
        if (receiver instanceof StampedLock) return ofLock(name);
        boolean shared = receiver.getClass().getName().endsWith("ReadLockView");
        return switch (name) {
            case "lock", "lockInterruptibly" -> shared ? READ : WRITE;
            case "tryLock" -> shared ? TRY_READ : TRY_WRITE;
            case "unlock" -> UNLOCK;
            default -> Rule.NONE;
        };
    }

    private static Rule ofLock(String name) {
        return switch (name) {
            case "writeLock", "writeLockInterruptibly" -> WRITE;
            case "tryWriteLock" -> TRY_WRITE;
            case "readLock", "readLockInterruptibly" -> READ;
            case "tryReadLock" -> TRY_READ;
            case "unlock", "unlockRead", "unlockWrite", "tryUnlockRead", "tryUnlockWrite" -> UNLOCK;
            case "tryConvertToWriteLock" -> TO_WRITE;
            case "tryConvertToReadLock" -> TO_READ;
            case "tryConvertToOptimisticRead" -> TO_OPTIMISTIC;
            case "tryOptimisticRead" -> OPTIMISTIC;
            case "validate" -> VALIDATE;
            default -> Rule.NONE;
        };
    }

    private static boolean isZero(Call call) {
        return call.result instanceof Long stamp && stamp == 0;
    }

    private static void acquired(ThreadLog log, Call call, boolean shared, int extra) {
        long lock = call.address(log);
        log.optimistic.end(lock);
        if (shared) Locks.acquiredShared(log, lock, call.at(log), extra);
        else Locks.acquired(log, lock, call.at(log), extra);
    }

    private static void release(ThreadLog log, Call call) {
        long lock = call.address(log);
        if (!Locks.releasingShared(log, lock, call.at(log))) Locks.releasing(log, lock, call.at(log));
    }
}
