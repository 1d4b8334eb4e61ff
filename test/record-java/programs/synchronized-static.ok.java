// A static synchronized method and a block on its class.

import lib.Both;

class SynchronizedStaticOk {
    static int count;

    static synchronized void add() {
        count++;
    }

    public static void main(String[] arguments) throws Exception {
        Both.run(SynchronizedStaticOk::add, () -> {
            synchronized (SynchronizedStaticOk.class) {
                count++;
            }
        });
    }
}
