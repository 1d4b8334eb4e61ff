// A set and its iterator.

import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import lib.Both;

class HashSetRace {
    public static void main(String[] arguments) throws Exception {
        Set<String> set = new HashSet<>(List.of("a", "b"));
        Iterator<String> iterator = set.iterator();
        Both.run(() -> set.add("c"), () -> iterator.next());
    }
}
