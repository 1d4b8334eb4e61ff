// Two who only look.

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import lib.Both;

class CollectionsMaxOk {
    public static void main(String[] arguments) throws Exception {
        List<String> list = new ArrayList<>(List.of("b", "a"));
        Both.run(() -> System.out.println(Collections.max(list)), () -> System.out.println(String.join(",", List.copyOf(list)) + new ArrayList<>(list).size()));
    }
}
