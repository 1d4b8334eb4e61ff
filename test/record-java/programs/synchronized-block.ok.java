// A counter under a lock.

import lib.Both;

class SynchronizedBlockOk {
    int count;

    public static void main(String[] arguments) throws Exception {
        SynchronizedBlockOk it = new SynchronizedBlockOk();
        Both.Work work = () -> {
            synchronized (it) {
                it.count++;
            }
        };
        Both.run(work, work);
    }
}
