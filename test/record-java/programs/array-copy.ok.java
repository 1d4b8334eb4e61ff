// A copy of the other half.

import lib.Both;

class ArrayCopyOk {
    public static void main(String[] arguments) throws Exception {
        int[] array = new int[8];
        Both.run(() -> array[1]++, () -> System.arraycopy(array, 4, array, 5, 3));
    }
}
