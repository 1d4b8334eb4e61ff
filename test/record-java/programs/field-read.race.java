// One reads a field that the other writes.

import lib.Both;

class FieldReadRace {
    int value;

    public static void main(String[] arguments) throws Exception {
        FieldReadRace it = new FieldReadRace();
        Both.run(() -> it.value = 1, () -> System.out.println(it.value >= 0));
    }
}
