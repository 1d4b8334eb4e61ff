// A copy of an array that another thread fills.

import lib.Both;

class ArrayCopyRace {
    public static void main(String[] arguments) throws Exception {
        int[] array = new int[8];
        int[] copy = new int[4];
        Both.run(() -> array[5]++, () -> System.arraycopy(array, 4, copy, 0, 4));
    }
}
