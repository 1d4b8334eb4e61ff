// A Cleaner and a ReferenceQueue: what was done with an object comes before its end.

import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.CountDownLatch;

class CleanerOk {
    private static final class State implements Runnable {
        final CountDownLatch done = new CountDownLatch(1);
        int uses;

        @Override
        public void run() {
            uses++;
            done.countDown();
        }
    }

    private static final class Used {
        final State state;

        Used(State state) {
            this.state = state;
        }

        void use() {
            state.uses++;
            Reference.reachabilityFence(this);
        }
    }

    public static void main(String[] arguments) throws Exception {
        State cleaned = new State();
        Cleaner.create().register(used(cleaned), cleaned);
        State queued = new State();
        ReferenceQueue<Used> queue = new ReferenceQueue<>();
        PhantomReference<Used> reference = new PhantomReference<>(used(queued), queue);
        Thread reaper = new Thread(() -> {
            try {
                if (queue.remove() == reference) queued.run();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        reaper.start();
        while (cleaned.done.getCount() > 0 || queued.done.getCount() > 0) {
            System.gc();
            Thread.sleep(10);
        }
        System.out.println(cleaned.uses + queued.uses);
    }

    private static Used used(State state) throws InterruptedException {
        Used[] used = {new Used(state)};
        Thread user = new Thread(() -> used[0].use());
        user.start();
        user.join();
        return used[0];
    }
}
