// Nobody writes after the threads were started.

import lib.Both;

class OnlyReadOk {
    int value = 7;

    public static void main(String[] arguments) throws Exception {
        OnlyReadOk it = new OnlyReadOk();
        int[] array = {1, 2, 3};
        Both.run(() -> System.out.println(it.value + array[1]), () -> System.out.println(it.value + array[1]));
    }
}
