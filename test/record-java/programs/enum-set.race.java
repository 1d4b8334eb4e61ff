// Two add.

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import lib.Both;

class EnumSetRace {
    public static void main(String[] arguments) throws Exception {
        Set<TimeUnit> set = EnumSet.noneOf(TimeUnit.class);
        Both.run(() -> set.add(TimeUnit.DAYS), () -> set.add(TimeUnit.HOURS));
    }
}
