// One waits for what the other has made.

import lib.Both;

class WaitNotifyOk {
    boolean ready;
    int value;

    public static void main(String[] arguments) throws Exception {
        WaitNotifyOk it = new WaitNotifyOk();
        Both.run(() -> {
            synchronized (it) {
                while (!it.ready) it.wait();
            }
            System.out.println(it.value);
        }, () -> {
            it.value = 5;
            synchronized (it) {
                it.ready = true;
                it.notifyAll();
            }
        });
    }
}
