// Lambdas of two keys are not ordered by their map.

import java.util.concurrent.ConcurrentHashMap;
import lib.Both;

class MapComputeRace {
    static int shared;

    public static void main(String[] arguments) throws Exception {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        Both.run(() -> map.compute("one", (key, old) -> shared++), () -> map.compute("two", (key, old) -> shared++));
    }
}
