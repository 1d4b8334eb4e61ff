// An element of a row.

import lib.Both;

class ArrayOfArraysRace {
    public static void main(String[] arguments) throws Exception {
        double[][] rows = new double[2][2];
        Both.run(() -> rows[1][1] += 1.5, () -> rows[1][1] += 2.5);
    }
}
