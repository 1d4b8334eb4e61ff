// A final field is set before anybody can see the object.

import lib.Both;

class FinalFieldOk {
    final int value;
    static volatile FinalFieldOk shared;

    FinalFieldOk(int value) {
        this.value = value;
    }

    public static void main(String[] arguments) throws Exception {
        Both.run(() -> shared = new FinalFieldOk(3), () -> {
            FinalFieldOk it = shared;
            if (it != null) System.out.println(it.value > 0);
        });
    }
}
