// One fills a part of an array, and one copies it.

import java.util.Arrays;
import lib.Both;

class ArrayCopyRangeRace {
    public static void main(String[] arguments) throws Exception {
        int[] numbers = new int[16];
        Both.run(() -> Arrays.fill(numbers, 4, 6, 1), () -> System.out.println(Arrays.copyOfRange(numbers, 5, 8)[0]));
    }
}
