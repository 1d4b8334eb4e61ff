// A StringBuilder of two threads.

import lib.Both;

class StringBuilderRace {
    public static void main(String[] arguments) throws Exception {
        StringBuilder text = new StringBuilder();
        Both.run(() -> text.append("a"), () -> text.append("b"));
    }
}
