// A counter in a synchronized method.

import lib.Both;

class SynchronizedMethodOk {
    int count;

    synchronized void add() {
        count++;
    }

    public static void main(String[] arguments) throws Exception {
        SynchronizedMethodOk it = new SynchronizedMethodOk();
        Both.run(it::add, it::add);
    }
}
