// Readers and writers.

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import lib.Both;

class ReadWriteLockOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        ReadWriteLockOk it = new ReadWriteLockOk();
        ReadWriteLock lock = new ReentrantReadWriteLock();
        Both.run(() -> {
            lock.writeLock().lock();
            it.value++;
            lock.writeLock().unlock();
        }, () -> {
            lock.readLock().lock();
            System.out.println(it.value >= 0);
            lock.readLock().unlock();
        });
    }
}
