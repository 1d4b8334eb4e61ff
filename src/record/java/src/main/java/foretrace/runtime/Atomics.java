package foretrace.runtime;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Volatile accesses. What they see and when they are recorded must agree: an access and its record are made under a lock that is chosen by the address, a word
 * that is spun on. It is held for a load or a store and nothing else.
 */
final class Atomics {
    private static final int SLOTS = 1024;
    private static final AtomicIntegerArray slots = new AtomicIntegerArray(SLOTS * 16);

    private Atomics() {}

    static void lock(ThreadLog log, long address) {
        int slot = (int) (address >>> 3) & SLOTS - 1;
        for (int spins = 1; !slots.compareAndSet(slot * 16, 0, 1); spins++) {
            if (spins % 64 == 0) Thread.yield();
            else Thread.onSpinWait();
        }
        log.slot = slot;
        log.atomicAddress = address;
    }

    static void unlock(ThreadLog log) {
        slots.set(log.slot * 16, 0);
        log.slot = -1;
    }
}
