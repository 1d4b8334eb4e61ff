// Two put.

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import lib.Both;

class EnumMapRace {
    public static void main(String[] arguments) throws Exception {
        Map<TimeUnit, Integer> map = new EnumMap<>(TimeUnit.class);
        Both.run(() -> map.put(TimeUnit.DAYS, 1), () -> map.size());
    }
}
