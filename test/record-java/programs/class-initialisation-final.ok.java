// A static final field that has a mutable value.

import lib.Both;

class ClassInitialisationFinalOk {
    static class Holder {
        static final int[] VALUES = new int[2];

        static {
            VALUES[1] = 4;
        }
    }

    public static void main(String[] arguments) throws Exception {
        Both.run(() -> System.out.println(Holder.VALUES[1]), () -> System.out.println(Holder.VALUES[1]));
    }
}
