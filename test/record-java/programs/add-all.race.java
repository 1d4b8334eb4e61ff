// One adds, and one adds all of it to another list.

import java.util.ArrayList;
import java.util.List;
import lib.Both;

class AddAllRace {
    public static void main(String[] arguments) throws Exception {
        List<String> list = new ArrayList<>();
        List<String> other = new ArrayList<>();
        Both.run(() -> list.add("it"), () -> other.addAll(list));
    }
}
