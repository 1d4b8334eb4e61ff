// Two that fill one array.

import java.util.Arrays;
import lib.Both;

class ArrayFillRace {
    public static void main(String[] arguments) throws Exception {
        long[] array = new long[8];
        Both.run(() -> Arrays.fill(array, 1L), () -> array[7]++);
    }
}
