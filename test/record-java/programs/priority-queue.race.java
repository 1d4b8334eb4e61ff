// One adds, and one takes.

import java.util.PriorityQueue;
import java.util.Queue;
import lib.Both;

class PriorityQueueRace {
    public static void main(String[] arguments) throws Exception {
        Queue<String> queue = new PriorityQueue<>();
        Both.run(() -> queue.add("it"), () -> queue.poll());
    }
}
