// A view that cannot be changed, and who changes what is behind it.

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import lib.Both;

class UnmodifiableRace {
    public static void main(String[] arguments) throws Exception {
        List<String> list = new ArrayList<>();
        List<String> view = Collections.unmodifiableList(list);
        Both.run(() -> list.add("a"), () -> System.out.println(view.size()));
    }
}
