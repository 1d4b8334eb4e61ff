// A task that runs again and again follows itself.

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

class ScheduledOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        ScheduledOk it = new ScheduledOk();
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
        CountDownLatch three = new CountDownLatch(3);
        it.value = 1;
        pool.scheduleAtFixedRate(() -> {
            it.value++;
            three.countDown();
        }, 1, 1, TimeUnit.MILLISECONDS);
        three.await();
        pool.shutdown();
        while (!pool.awaitTermination(1, TimeUnit.SECONDS)) Thread.onSpinWait();
        it.value++;
    }
}
