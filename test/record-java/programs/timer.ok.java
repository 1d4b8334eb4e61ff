// A Timer runs what was given to it.

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

class TimerOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        TimerOk it = new TimerOk();
        CountDownLatch done = new CountDownLatch(1);
        it.value = 1;
        Timer timer = new Timer(true);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                it.value++;
                done.countDown();
            }
        }, 1);
        done.await();
        it.value++;
    }
}
