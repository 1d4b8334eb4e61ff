// A calendar that one sets and one reads.

import java.util.Calendar;
import lib.Both;

class CalendarRace {
    public static void main(String[] arguments) throws Exception {
        Calendar calendar = Calendar.getInstance();
        Both.run(() -> calendar.set(Calendar.YEAR, 2000), () -> System.out.println(calendar.getTimeInMillis() != 0));
    }
}
