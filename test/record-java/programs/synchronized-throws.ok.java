// A synchronized method that ends by an exception has given its lock up.

import lib.Both;

class SynchronizedThrowsOk {
    int count;

    synchronized void add() {
        count++;
        if (count > 0) throw new IllegalStateException("always");
    }

    public static void main(String[] arguments) throws Exception {
        SynchronizedThrowsOk it = new SynchronizedThrowsOk();
        Both.Work work = () -> {
            try {
                it.add();
            } catch (IllegalStateException e) {
                synchronized (it) {
                    it.count++;
                }
            }
        };
        Both.run(work, work);
    }
}
