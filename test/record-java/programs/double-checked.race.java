// Double-checked locking without.

import lib.Both;

class DoubleCheckedRace {
    int[] values = {1, 2};
    static DoubleCheckedRace instance;

    static DoubleCheckedRace get() {
        if (instance == null) {
            synchronized (DoubleCheckedRace.class) {
                if (instance == null) instance = new DoubleCheckedRace();
            }
        }
        return instance;
    }

    public static void main(String[] arguments) throws Exception {
        Both.run(() -> System.out.println(get().values[1]), () -> System.out.println(get().values[1]));
    }
}
