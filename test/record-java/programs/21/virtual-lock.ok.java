// Virtual threads that wait for a lock change their carriers.

import java.util.concurrent.locks.ReentrantLock;

class VirtualLockOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        VirtualLockOk it = new VirtualLockOk();
        ReentrantLock lock = new ReentrantLock();
        Thread[] threads = new Thread[20];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.startVirtualThread(() -> {
                lock.lock();
                try {
                    it.value++;
                    Thread.yield();
                } finally {
                    lock.unlock();
                }
            });
        }
        for (Thread thread : threads) thread.join();
        System.out.println(it.value);
    }
}
