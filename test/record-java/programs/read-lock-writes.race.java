// Two that write as readers.

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import lib.Both;

class ReadLockWritesRace {
    int value;

    public static void main(String[] arguments) throws Exception {
        ReadLockWritesRace it = new ReadLockWritesRace();
        ReadWriteLock lock = new ReentrantReadWriteLock();
        Both.Work work = () -> {
            lock.readLock().lock();
            it.value++;
            lock.readLock().unlock();
        };
        Both.run(work, work);
    }
}
