// A volatile read comes after all writes before it, not only the last.

import lib.Both;
import lib.Steps;

class VolatileTwiceOk {
    volatile int turn;
    int first;
    int second;

    public static void main(String[] arguments) throws Exception {
        VolatileTwiceOk it = new VolatileTwiceOk();
        Thread one = Both.thread("one", () -> {
            it.first = 1;
            it.turn = 1;
            Steps.reached("one");
        });
        Thread two = Both.thread("two", () -> {
            Steps.after("one");
            it.second = 1;
            it.turn = 2;
            Steps.reached("two");
        });
        one.start();
        two.start();
        Steps.after("two");
        if (it.turn == 2) System.out.println(it.second);
        one.join();
        two.join();
    }
}
