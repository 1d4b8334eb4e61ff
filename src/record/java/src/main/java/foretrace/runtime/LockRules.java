package foretrace.runtime;

import java.lang.reflect.Field;

/** ReentrantLock, ReentrantReadWriteLock and their conditions. A lock, its views and its conditions are one: the synchronizer that they share. */
public final class LockRules {
    private LockRules() {}

    private static final ClassValue<Field> SYNC = new ClassValue<>() {
        @Override
        protected Field computeValue(Class<?> type) {
            return Privileged.get(() -> find(type));
        }

        private static Field find(Class<?> type) {
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                for (String name : new String[] {"sync", "this$0"}) {
                    try {
                        Field field = c.getDeclaredField(name);
                        field.setAccessible(true);
                        return field;
                    } catch (ReflectiveOperationException | RuntimeException e) {
                        // Above, or not at all.
                    }
                }
            }
            return null;
        }
    };

    private static long address(ThreadLog log, Object lock) {
        Field field = SYNC.get(lock.getClass());
        try {
            if (field != null) return Regions.of(log, field.get(lock)).base;
        } catch (IllegalAccessException e) {
            // Itself, then.
        }
        return Regions.of(log, lock).base;
    }

    private static final class Acquire extends Rule {
        private final boolean shared;
        private final int extra;

        Acquire(boolean shared, int extra) {
            this.shared = shared;
            this.extra = extra;
        }

        @Override
        void before(ThreadLog log, Call call) {
            if (extra == 0) log.request(address(log, call.receiver), call.at(log), shared ? Raw.WANTS_SHARE : Raw.WANTS_LOCK);
        }

        @Override
        void after(ThreadLog log, Call call) {
            if (!call.succeeded()) return;
            if (shared) Locks.acquiredShared(log, address(log, call.receiver), call.at(log), extra);
            else Locks.acquired(log, address(log, call.receiver), call.at(log), extra);
        }
    }

    private static final class Release extends Rule {
        private final boolean shared;

        Release(boolean shared) {
            this.shared = shared;
        }

        @Override
        void before(ThreadLog log, Call call) {
            if (shared) Locks.releasingShared(log, address(log, call.receiver), call.at(log));
            else Locks.releasing(log, address(log, call.receiver), call.at(log));
        }
    }

    private static final Rule AWAIT = new Rule() {
        @Override
        void before(ThreadLog log, Call call) {
            log.held.sleep(log, address(log, call.receiver), call.at(log));
        }
    };

    private static final Rule SIGNAL = new Rule() {
        @Override
        void before(ThreadLog log, Call call) {
            log.sync(Raw.NOTIFY, address(log, call.receiver), call.at(log), 0);
        }
    };

    private static final Rule LOCK = new Acquire(false, 0);
    private static final Rule TRY = new Acquire(false, Raw.TRIES);
    private static final Rule UNLOCK = new Release(false);
    private static final Rule LOCK_SHARED = new Acquire(true, 0);
    private static final Rule TRY_SHARED = new Acquire(true, Raw.TRIES);
    private static final Rule UNLOCK_SHARED = new Release(true);

    static Rule exclusive(String name) {
        return switch (name) {
            case "lock", "lockInterruptibly" -> LOCK;
            case "tryLock" -> TRY;
            case "unlock" -> UNLOCK;
            default -> Rule.NONE;
        };
    }

    static Rule shared(String name) {
        return switch (name) {
            case "lock", "lockInterruptibly" -> LOCK_SHARED;
            case "tryLock" -> TRY_SHARED;
            case "unlock" -> UNLOCK_SHARED;
            default -> Rule.NONE;
        };
    }

    static Rule condition(String name) {
        return switch (name) {
            case "await", "awaitNanos", "awaitUntil", "awaitUninterruptibly" -> AWAIT;
            case "signal", "signalAll" -> SIGNAL;
            default -> Rule.NONE;
        };
    }
}
