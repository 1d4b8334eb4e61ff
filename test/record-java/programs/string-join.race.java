// One adds, and one joins.

import java.util.ArrayList;
import java.util.List;
import lib.Both;

class StringJoinRace {
    public static void main(String[] arguments) throws Exception {
        List<String> list = new ArrayList<>();
        Both.run(() -> list.add("it"), () -> System.out.println(String.join(",", list).length()));
    }
}
