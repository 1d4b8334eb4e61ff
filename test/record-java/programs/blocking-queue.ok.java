// What a queue hands over.

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import lib.Both;

class BlockingQueueOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        BlockingQueue<BlockingQueueOk> queue = new LinkedBlockingQueue<>();
        Both.run(() -> {
            BlockingQueueOk it = new BlockingQueueOk();
            it.value = 3;
            queue.put(it);
        }, () -> queue.take().value++);
    }
}
