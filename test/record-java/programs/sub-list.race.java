// A part of a list, and the list.

import java.util.ArrayList;
import java.util.List;
import lib.Both;

class SubListRace {
    public static void main(String[] arguments) throws Exception {
        List<String> list = new ArrayList<>(List.of("a", "b", "c"));
        List<String> part = list.subList(1, 2);
        Both.run(() -> part.set(0, "d"), () -> System.out.println(list.get(1)));
    }
}
