// An agent that was there before the recorder wants its own class anew: it has the fields that it had.

import java.lang.instrument.Instrumentation;

public class Again {
    int value;
    static Instrumentation instrumentation;

    public static void premain(String arguments, Instrumentation given) {
        instrumentation = given;
    }

    public static void main(String[] arguments) throws Exception {
        Again again = new Again();
        again.value = 3;
        instrumentation.retransformClasses(Again.class);
        again.value++;
        System.out.println(again.value + new Again().value);
    }
}
