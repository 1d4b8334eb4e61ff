import java.util.concurrent.CyclicBarrier;

/** Successive over-relaxation of a grid, black and white points by turns, half the rows each. */
final class Relax {
    public static void main(String[] arguments) throws Exception {
        int sweeps = Integer.parseInt(arguments[0]);
        int size = 500;
        double[][] grid = new double[size][size];
        for (int y = 0; y < size; y++) for (int x = 0; x < size; x++) grid[y][x] = (x * 31 + y * 17) % 101;
        CyclicBarrier barrier = new CyclicBarrier(2);
        Pair.run(half -> {
            int from = half == 0 ? 1 : size / 2;
            int to = half == 0 ? size / 2 : size - 1;
            for (int sweep = 0; sweep < 2 * sweeps; sweep++) {
                for (int y = from; y < to; y++) relax(grid[y - 1], grid[y], grid[y + 1], 1 + (y + sweep) % 2);
                barrier.await();
            }
        });
        System.out.println(grid[size / 2][size / 2]);
    }

    private static void relax(double[] above, double[] row, double[] below, int from) {
        for (int x = from; x < row.length - 1; x += 2) row[x] = 0.3125 * (above[x] + below[x] + row[x - 1] + row[x + 1]) - 0.25 * row[x];
    }
}
