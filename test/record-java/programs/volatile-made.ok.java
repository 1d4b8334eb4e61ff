// A volatile field of a new object is written before the object is handed over, and orders whoever reads it.

import lib.Both;

class VolatileMadeOk {
    int value;
    volatile int ready;
    static volatile VolatileMadeOk shared;

    VolatileMadeOk(int[] numbers) {
        numbers[0] = 7;
        ready = 1;
    }

    public static void main(String[] arguments) throws Exception {
        int[] numbers = new int[1];
        Both.run(() -> shared = new VolatileMadeOk(numbers), () -> {
            VolatileMadeOk it;
            while ((it = shared) == null) Thread.onSpinWait();
            if (it.ready == 1) System.out.println(numbers[0]);
        });
    }
}
