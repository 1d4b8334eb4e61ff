// Two threads write a field.

import lib.Both;

class FieldRace {
    int value;

    public static void main(String[] arguments) throws Exception {
        FieldRace it = new FieldRace();
        Both.run(() -> it.value = 1, () -> it.value = 2);
    }
}
