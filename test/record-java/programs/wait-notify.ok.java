// One waits for what the other has made.

import lib.Both;

class WaitNotifyOk {
    boolean ready;
    int value;

    public static void main(String[] arguments) throws Exception {
        WaitNotifyOk it = new WaitNotifyOk();
        Thread one = Both.thread("one", () -> {
            synchronized (it) {
                while (!it.ready) it.wait();
                it.value++;
            }
            System.out.println(it.value);
        });
        one.start();
        while (one.getState() != Thread.State.WAITING) Thread.sleep(1);
        it.value = 5;
        synchronized (it) {
            it.ready = true;
            it.notifyAll();
        }
        one.join();
    }
}
