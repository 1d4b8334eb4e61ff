// A matcher of two threads.

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import lib.Both;

class MatcherRace {
    public static void main(String[] arguments) throws Exception {
        Matcher matcher = Pattern.compile("a").matcher("aaa");
        Both.run(() -> matcher.find(), () -> matcher.find());
    }
}
