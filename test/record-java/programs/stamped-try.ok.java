// Tries and conversions of a StampedLock.

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;
import lib.Both;

class StampedTryOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        StampedTryOk it = new StampedTryOk();
        StampedLock lock = new StampedLock();
        Both.run(() -> work(it, lock), () -> work(it, lock));
        System.out.println(it.value > 0);
    }

    private static void work(StampedTryOk it, StampedLock lock) throws Exception {
        for (int i = 0; i < 50; i++) {
            long stamp = lock.tryWriteLock();
            if (stamp != 0) {
                it.value++;
                lock.unlockWrite(stamp);
            }
            stamp = lock.tryWriteLock(1, TimeUnit.SECONDS);
            if (stamp != 0) {
                it.value++;
                lock.unlock(stamp);
            }
            stamp = lock.tryReadLock();
            if (stamp != 0) {
                long write = lock.tryConvertToWriteLock(stamp);
                if (write != 0) {
                    it.value++;
                    stamp = write;
                } else if (it.value < 0) System.out.println("never");
                lock.unlock(stamp);
            }
            stamp = lock.tryOptimisticRead();
            long write = lock.tryConvertToWriteLock(stamp);
            if (write != 0) {
                it.value++;
                long read = lock.tryConvertToReadLock(write);
                if (it.value < 0) System.out.println("never");
                if (lock.tryConvertToOptimisticRead(read) == 0) System.out.println("never");
            }
            lock.asWriteLock().lock();
            it.value++;
            lock.asWriteLock().unlock();
            lock.asReadWriteLock().readLock().lock();
            if (it.value < 0) System.out.println("never");
            lock.asReadWriteLock().readLock().unlock();
            if (lock.asReadWriteLock().writeLock().tryLock()) {
                it.value++;
                if (!lock.tryUnlockWrite()) System.out.println("never");
            }
        }
    }
}
