// One appends, and one makes a string of it.

import lib.Both;

class StringValueRace {
    public static void main(String[] arguments) throws Exception {
        StringBuilder text = new StringBuilder();
        Both.run(() -> text.append("it"), () -> System.out.println(String.valueOf(text).length()));
    }
}
