// One pushes, and one looks.

import java.util.ArrayDeque;
import java.util.Deque;
import lib.Both;

class ArrayDequeRace {
    public static void main(String[] arguments) throws Exception {
        Deque<String> deque = new ArrayDeque<>();
        Both.run(() -> deque.push("it"), () -> deque.peekFirst());
    }
}
