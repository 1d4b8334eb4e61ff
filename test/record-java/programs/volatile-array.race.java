// That the field is volatile says nothing of the elements.

import lib.Both;

class VolatileArrayRace {
    volatile int[] array = new int[1];

    public static void main(String[] arguments) throws Exception {
        VolatileArrayRace it = new VolatileArrayRace();
        Both.run(() -> it.array[0] = 1, () -> it.array[0] = 2);
    }
}
