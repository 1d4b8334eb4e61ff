// A list of a field that is not final: nothing says that it is seen as the constructor left it.

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import lib.Both;
import lib.Steps;

class NotFinalRace {
    List<String> list = new ArrayList<>();

    NotFinalRace() {
        list.add("it");
    }

    public static void main(String[] arguments) throws Exception {
        AtomicReference<NotFinalRace> shared = new AtomicReference<>();
        Both.run(() -> {
            shared.setOpaque(new NotFinalRace());
            Steps.reached("set");
        }, () -> {
            Steps.after("set");
            System.out.println(shared.getOpaque().list.get(0));
        });
    }
}
