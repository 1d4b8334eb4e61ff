// A lock that is taken again by its holder.

import lib.Both;

class ReentrantOk {
    int count;

    synchronized void twice() {
        synchronized (this) {
            count++;
        }
        count++;
    }

    public static void main(String[] arguments) throws Exception {
        ReentrantOk it = new ReentrantOk();
        Both.run(it::twice, it::twice);
    }
}
