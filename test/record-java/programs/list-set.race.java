// One sets an element of a list, and one walks through it.

import java.util.ArrayList;
import java.util.List;
import lib.Both;
import lib.Steps;

class ListSetRace {
    public static void main(String[] arguments) throws Exception {
        List<String> list = new ArrayList<>(List.of("a", "b"));
        Both.run(() -> {
            list.set(1, "c");
            Steps.reached("set");
        }, () -> {
            Steps.after("set");
            for (String it : list) System.out.println(it);
        });
    }
}
