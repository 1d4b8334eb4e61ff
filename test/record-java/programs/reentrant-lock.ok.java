// A counter under a ReentrantLock.

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import lib.Both;

class ReentrantLockOk {
    int count;

    public static void main(String[] arguments) throws Exception {
        ReentrantLockOk it = new ReentrantLockOk();
        Lock lock = new ReentrantLock();
        Both.Work work = () -> {
            lock.lock();
            try {
                it.count++;
            } finally {
                lock.unlock();
            }
        };
        Both.run(work, work);
    }
}
