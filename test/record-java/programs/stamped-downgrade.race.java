// Who has given up the lock for writing by a conversion writes no longer under it.

import java.util.concurrent.locks.StampedLock;
import lib.Both;

class StampedDowngradeRace {
    int value;

    public static void main(String[] arguments) throws Exception {
        StampedDowngradeRace it = new StampedDowngradeRace();
        StampedLock lock = new StampedLock();
        Both.run(() -> work(it, lock), () -> work(it, lock));
    }

    private static void work(StampedDowngradeRace it, StampedLock lock) {
        long stamp = lock.tryConvertToReadLock(lock.writeLock());
        it.value++;
        lock.unlockRead(stamp);
    }
}
