// One element of an array.

import lib.Both;

class ArrayRace {
    public static void main(String[] arguments) throws Exception {
        int[] array = new int[4];
        Both.run(() -> array[2] = 1, () -> array[2] = 2);
    }
}
