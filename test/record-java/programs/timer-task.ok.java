// Tasks of a timer and of a scheduled executor, one after the other, with what they get and give.

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

class TimerTaskOk {
    static int timed;
    static int scheduled;

    public static void main(String[] arguments) throws Exception {
        CountDownLatch done = new CountDownLatch(3);
        timed = 1;
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                timed++;
                done.countDown();
            }
        }, 1, 1);
        ScheduledExecutorService executor = Executors.newScheduledThreadPool(2);
        scheduled = 1;
        CountDownLatch often = new CountDownLatch(3);
        ScheduledFuture<?> future = executor.scheduleWithFixedDelay(() -> {
            scheduled++;
            often.countDown();
        }, 1, 1, TimeUnit.MILLISECONDS);
        often.await();
        future.cancel(false);
        int last = executor.schedule(() -> 7, 1, TimeUnit.MILLISECONDS).get();
        done.await();
        timer.cancel();
        executor.shutdown();
        executor.awaitTermination(1, TimeUnit.MINUTES);
        System.out.println(scheduled + last);
    }
}
