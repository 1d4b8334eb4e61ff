// A parallel stream that counts in a field.

import java.util.stream.IntStream;
import lib.Both;

class ParallelStreamRace {
    static int count;

    public static void main(String[] arguments) throws Exception {
        Thread.currentThread().setName("main");
        IntStream.range(0, 10_000).parallel().forEach(i -> {
            if (i % 1000 == 0) count++;
        });
        Both.run(() -> count++, () -> count++);
    }
}
