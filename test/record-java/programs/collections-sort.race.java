// One sorts, and one reads.

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import lib.Both;

class CollectionsSortRace {
    public static void main(String[] arguments) throws Exception {
        List<String> list = new ArrayList<>(List.of("b", "a"));
        Both.run(() -> Collections.sort(list), () -> System.out.println(list.get(0)));
    }
}
