// Two parts of one map.

import java.util.SortedMap;
import java.util.TreeMap;
import lib.Both;

class HeadMapRace {
    public static void main(String[] arguments) throws Exception {
        TreeMap<String, Integer> map = new TreeMap<>();
        SortedMap<String, Integer> head = map.headMap("m");
        SortedMap<String, Integer> tail = map.tailMap("m");
        Both.run(() -> head.put("a", 1), () -> tail.put("z", 1));
    }
}
