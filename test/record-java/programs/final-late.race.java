// A list of a final field that is changed after the constructor.

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import lib.Both;
import lib.Steps;

class FinalLateRace {
    final List<String> list = new ArrayList<>();

    public static void main(String[] arguments) throws Exception {
        AtomicReference<FinalLateRace> shared = new AtomicReference<>();
        Both.run(() -> {
            FinalLateRace it = new FinalLateRace();
            it.list.add("it");
            shared.setOpaque(it);
            Steps.reached("set");
        }, () -> {
            Steps.after("set");
            System.out.println(shared.getOpaque().list.get(0));
        });
    }
}
