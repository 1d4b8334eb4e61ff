// Two halves of an array.

import java.util.Arrays;
import lib.Both;

class ArrayRangeOk {
    public static void main(String[] arguments) throws Exception {
        int[] numbers = new int[16];
        Both.run(() -> work(numbers, 0), () -> work(numbers, 8));
    }

    private static void work(int[] numbers, int from) {
        Arrays.fill(numbers, from, from + 8, 1);
        Arrays.sort(numbers, from, from + 8);
        System.arraycopy(numbers, from, numbers, from + 4, 4);
        System.out.println(Arrays.copyOfRange(numbers, from, from + 8).length + Arrays.binarySearch(numbers, from, from + 8, 1));
    }
}
