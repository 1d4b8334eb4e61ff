// A SimpleDateFormat of two threads.

import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;
import lib.Both;

class DateFormatRace {
    public static void main(String[] arguments) throws Exception {
        SimpleDateFormat format = new SimpleDateFormat("yyyy", Locale.ROOT);
        Both.run(() -> format.format(new Date()), () -> format.format(new Date()));
    }
}
