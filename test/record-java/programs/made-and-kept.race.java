// Who makes an object hands it over in order, and goes on with it.

import lib.Both;
import lib.Steps;

class MadeAndKeptRace {
    int value;
    int[] values = new int[4];
    static MadeAndKeptRace shared;

    public static void main(String[] arguments) throws Exception {
        Object lock = new Object();
        Both.run(() -> {
            MadeAndKeptRace it = new MadeAndKeptRace();
            it.value = 1;
            synchronized (lock) {
                shared = it;
            }
            Steps.reached("shared");
            it.value = 2;
            it.values[1] = 2;
        }, () -> {
            Steps.after("shared");
            MadeAndKeptRace it;
            synchronized (lock) {
                it = shared;
            }
            System.out.println(it.value + it.values[1] > 0);
        });
    }
}
