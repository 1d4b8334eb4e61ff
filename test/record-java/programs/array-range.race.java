// Two parts of an array that overlap.

import java.util.Arrays;
import lib.Both;

class ArrayRangeRace {
    public static void main(String[] arguments) throws Exception {
        int[] numbers = new int[16];
        Both.run(() -> Arrays.fill(numbers, 0, 9, 1), () -> Arrays.sort(numbers, 8, 16));
    }
}
