// What is changed after it was handed over.

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import lib.Both;

class BlockingQueueRace {
    int value;

    public static void main(String[] arguments) throws Exception {
        BlockingQueue<BlockingQueueRace> queue = new LinkedBlockingQueue<>();
        Both.run(() -> {
            BlockingQueueRace it = new BlockingQueueRace();
            queue.put(it);
            it.value++;
        }, () -> queue.take().value++);
    }
}
