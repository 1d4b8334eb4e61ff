// One appends, and one reads.

import lib.Both;

class StringBuilderReadRace {
    public static void main(String[] arguments) throws Exception {
        StringBuilder text = new StringBuilder();
        Both.run(() -> text.append("it"), () -> System.out.println(text.toString()));
    }
}
