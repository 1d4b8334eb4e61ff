// A list that is an array.

import java.util.Arrays;
import java.util.List;
import lib.Both;

class ArrayAsListRace {
    public static void main(String[] arguments) throws Exception {
        String[] words = {"a", "b"};
        List<String> list = Arrays.asList(words);
        Both.run(() -> list.set(0, "c"), () -> System.out.println(words[0]));
    }
}
