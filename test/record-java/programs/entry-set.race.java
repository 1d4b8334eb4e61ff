// Values that are removed by a view, and one who asks the map.

import java.util.Map;
import java.util.TreeMap;
import lib.Both;

class EntrySetRace {
    public static void main(String[] arguments) throws Exception {
        Map<String, Integer> map = new TreeMap<>();
        Both.run(() -> map.values().remove(1), () -> map.get("other"));
    }
}
