// The lambda is ordered with others of its key, and with nobody who does not ask the map.

import java.util.concurrent.ConcurrentHashMap;
import lib.Both;

class MapComputeOutsideRace {
    static int shared;

    public static void main(String[] arguments) throws Exception {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        Both.run(() -> map.compute("one", (key, old) -> shared++), () -> shared++);
    }
}
