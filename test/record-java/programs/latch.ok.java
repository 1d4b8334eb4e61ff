// Who waits at a latch comes after all that counted down.

import java.util.concurrent.CountDownLatch;
import lib.Both;

class LatchOk {
    int left;
    int right;

    public static void main(String[] arguments) throws Exception {
        LatchOk it = new LatchOk();
        CountDownLatch latch = new CountDownLatch(2);
        Both.Work nothing = latch::countDown;
        Thread one = Both.thread("one", () -> {
            it.left = 1;
            latch.countDown();
        });
        Thread two = Both.thread("two", () -> {
            it.right = 1;
            nothing.run();
        });
        one.start();
        two.start();
        latch.await();
        System.out.println(it.left + it.right);
    }
}
