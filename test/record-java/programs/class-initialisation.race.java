// What changes afterwards.

import lib.Both;

class ClassInitialisationRace {
    static class Table {
        static int[] squares = new int[8];
    }

    public static void main(String[] arguments) throws Exception {
        Both.run(() -> Table.squares[1] = 1, () -> Table.squares[1] = 2);
    }
}
