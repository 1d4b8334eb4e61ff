// One adds, and one copies.

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import lib.Both;

class CopyConstructorRace {
    public static void main(String[] arguments) throws Exception {
        List<String> list = new ArrayList<>();
        Both.run(() -> list.add("it"), () -> System.out.println(new HashSet<>(list).size()));
    }
}
