// A field that is not final, and a constructor that hands something over before it writes it.

import java.util.concurrent.atomic.AtomicReference;
import lib.Both;
import lib.Steps;

class NotFinalFieldRace {
    static volatile int made;
    int value;

    NotFinalFieldRace() {
        made = 1;
        value = 3;
    }

    public static void main(String[] arguments) throws Exception {
        AtomicReference<NotFinalFieldRace> shared = new AtomicReference<>();
        Both.run(() -> {
            shared.setOpaque(new NotFinalFieldRace());
            Steps.reached("set");
        }, () -> {
            Steps.after("set");
            System.out.println(shared.getOpaque().value);
        });
    }
}
