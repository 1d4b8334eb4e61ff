// Lambdas of an atomic are not kept apart: both may run at once, and one of them again.

import java.util.concurrent.atomic.AtomicInteger;
import lib.Both;
import lib.Steps;

class AtomicLambdaRace {
    static int calls;

    public static void main(String[] arguments) throws Exception {
        AtomicInteger it = new AtomicInteger();
        Both.run(() -> {
            it.updateAndGet(old -> {
                Steps.reached("in");
                Steps.after("other");
                calls++;
                return old + 1;
            });
        }, () -> {
            Steps.after("in");
            calls++;
            Steps.reached("other");
        });
    }
}
