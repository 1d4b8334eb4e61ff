// Fields and elements that nobody has written have their default values before any thread begins.

import java.util.concurrent.atomic.AtomicReference;
import lib.Both;
import lib.Steps;

class DefaultValueOk {
    int value;
    long[] values;

    public static void main(String[] arguments) throws Exception {
        AtomicReference<DefaultValueOk> shared = new AtomicReference<>();
        AtomicReference<String[]> array = new AtomicReference<>();
        Both.run(() -> {
            shared.setOpaque(new DefaultValueOk());
            array.setPlain(new String[3]);
            Steps.reached("set");
        }, () -> {
            Steps.after("set");
            DefaultValueOk it = shared.getOpaque();
            System.out.println(it.value + " " + it.values + array.getPlain()[2]);
        });
    }
}
