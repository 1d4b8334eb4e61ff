// Double-checked locking with a volatile field.

import lib.Both;

class DoubleCheckedOk {
    int[] values = {1, 2};
    static volatile DoubleCheckedOk instance;

    static DoubleCheckedOk get() {
        DoubleCheckedOk found = instance;
        if (found == null) {
            synchronized (DoubleCheckedOk.class) {
                found = instance;
                if (found == null) instance = found = new DoubleCheckedOk();
            }
        }
        return found;
    }

    public static void main(String[] arguments) throws Exception {
        Both.run(() -> System.out.println(get().values[1]), () -> System.out.println(get().values[1]));
    }
}
