// A list that one reads while the other adds.

import java.util.ArrayList;
import java.util.List;
import lib.Both;

class ArrayListRace {
    public static void main(String[] arguments) throws Exception {
        List<Integer> list = new ArrayList<>();
        Both.run(() -> list.add(1), () -> System.out.println(list.size() >= 0));
    }
}
