// Threads that are all there at once.

import java.util.concurrent.CountDownLatch;

public class Files {
    public static void main(String[] arguments) throws Exception {
        CountDownLatch all = new CountDownLatch(200);
        Thread[] threads = new Thread[200];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                all.countDown();
                try {
                    all.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println("done");
    }
}
