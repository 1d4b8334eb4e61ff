/** A product of matrices, half the rows each. */
final class Matrix {
    public static void main(String[] arguments) throws Exception {
        int size = Integer.parseInt(arguments[0]);
        double[][] a = filled(size, 7);
        double[][] b = filled(size, 11);
        double[][] product = new double[size][size];
        Pair.run(half -> {
            for (int y = half * size / 2; y < (half + 1) * size / 2; y++) {
                for (int x = 0; x < size; x++) {
                    double sum = 0;
                    for (int k = 0; k < size; k++) sum += a[y][k] * b[k][x];
                    product[y][x] = sum;
                }
            }
        });
        System.out.println(product[size / 2][size / 2]);
    }

    private static double[][] filled(int size, int step) {
        double[][] rows = new double[size][size];
        for (int y = 0; y < size; y++) for (int x = 0; x < size; x++) rows[y][x] = (x * step + y) % 13;
        return rows;
    }
}
