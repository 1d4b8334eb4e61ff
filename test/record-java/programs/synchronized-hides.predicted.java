// The lock of a synchronized list orders two threads by chance alone.

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import lib.Both;
import lib.Steps;

class SynchronizedHidesPredicted {
    static int shared;

    public static void main(String[] arguments) throws Exception {
        List<String> list = Collections.synchronizedList(new ArrayList<>());
        Both.run(() -> {
            shared++;
            list.add("one");
            Steps.reached("added");
        }, () -> {
            Steps.after("added");
            list.add("two");
            shared++;
        });
    }
}
