// Threads that set elements of one list, each its own.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import lib.Both;

class ListSetOk {
    public static void main(String[] arguments) throws Exception {
        List<String> list = new ArrayList<>(Arrays.asList(new String[4]));
        Both.run(() -> {
            list.set(0, "a");
            System.out.println(list.get(0));
        }, () -> {
            list.set(1, "b");
            System.out.println(list.get(2));
        });
        System.out.println(String.join(",", list));
    }
}
