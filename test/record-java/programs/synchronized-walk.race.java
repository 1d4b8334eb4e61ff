// A walk through a synchronized list without its lock.

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import lib.Both;

class SynchronizedWalkRace {
    public static void main(String[] arguments) throws Exception {
        List<String> list = Collections.synchronizedList(new ArrayList<>(List.of("a", "b")));
        Both.run(() -> list.add("c"), () -> System.out.println(list.iterator().hasNext()));
    }
}
