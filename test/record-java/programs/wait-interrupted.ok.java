// A wait that ends by an exception has the lock again.

import lib.Both;

class WaitInterruptedOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        WaitInterruptedOk it = new WaitInterruptedOk();
        Thread one = Both.thread("one", () -> {
            synchronized (it) {
                try {
                    it.wait();
                } catch (InterruptedException e) {
                    it.value++;
                }
                it.value++;
            }
        });
        one.start();
        while (one.getState() != Thread.State.WAITING) Thread.sleep(1);
        one.interrupt();
        synchronized (it) {
            it.value++;
        }
        one.join();
    }
}
