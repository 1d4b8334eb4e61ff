// A lock that is held twice is given up and had again as a whole.

import lib.Both;

class WaitTwiceOk {
    boolean ready;
    int value;

    synchronized void await() throws InterruptedException {
        synchronized (this) {
            while (!ready) wait();
            value++;
        }
        value++;
    }

    public static void main(String[] arguments) throws Exception {
        WaitTwiceOk it = new WaitTwiceOk();
        Thread one = Both.thread("one", it::await);
        one.start();
        while (one.getState() != Thread.State.WAITING) Thread.sleep(1);
        synchronized (it) {
            it.value++;
            it.ready = true;
            it.notify();
        }
        synchronized (it) {
            it.value++;
        }
        one.join();
    }
}
