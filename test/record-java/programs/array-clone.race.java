// A clone of an array that another thread writes.

import lib.Both;

class ArrayCloneRace {
    public static void main(String[] arguments) throws Exception {
        byte[] array = new byte[8];
        Both.run(() -> array[3]++, () -> System.out.println(array.clone().length));
    }
}
