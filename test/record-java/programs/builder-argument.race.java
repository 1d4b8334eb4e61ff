// One appends, and one appends what the first one has.

import lib.Both;

class BuilderArgumentRace {
    public static void main(String[] arguments) throws Exception {
        StringBuilder text = new StringBuilder();
        StringBuilder other = new StringBuilder();
        Both.run(() -> text.append("it"), () -> other.append(text));
    }
}
