// What is done after counting down.

import java.util.concurrent.CountDownLatch;
import lib.Both;

class LatchLateRace {
    int value;

    public static void main(String[] arguments) throws Exception {
        LatchLateRace it = new LatchLateRace();
        CountDownLatch latch = new CountDownLatch(1);
        Both.run(() -> {
            latch.countDown();
            it.value++;
        }, () -> {
            latch.await();
            it.value++;
        });
    }
}
