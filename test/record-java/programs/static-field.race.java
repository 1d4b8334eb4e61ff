// Two threads count in a static field.

import lib.Both;

class StaticFieldRace {
    static int count;

    public static void main(String[] arguments) throws Exception {
        Both.run(() -> count++, () -> count++);
    }
}
