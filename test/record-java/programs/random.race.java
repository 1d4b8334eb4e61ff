// A Random of two threads is safe and orders nothing.

import java.util.Random;
import lib.Both;
import lib.Steps;

class RandomRace {
    static int shared;

    public static void main(String[] arguments) throws Exception {
        Random random = new Random();
        Both.run(() -> {
            shared++;
            random.nextInt();
            Steps.reached("first");
        }, () -> {
            Steps.after("first");
            random.nextInt();
            shared++;
        });
    }
}
