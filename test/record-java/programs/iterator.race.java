// An iterator that was made before, and one who adds.

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import lib.Both;

class IteratorRace {
    public static void main(String[] arguments) throws Exception {
        List<String> list = new ArrayList<>(List.of("a", "b"));
        Iterator<String> iterator = list.iterator();
        Both.run(() -> list.add("c"), () -> System.out.println(iterator.hasNext()));
    }
}
