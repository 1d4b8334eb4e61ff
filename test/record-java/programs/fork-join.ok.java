// Parts of a sum.

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

class ForkJoinOk {
    static class Sum extends RecursiveTask<Integer> {
        final int[] numbers;
        final int from;
        final int to;
        int result;

        Sum(int[] numbers, int from, int to) {
            this.numbers = numbers;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from < 4) {
                for (int i = from; i < to; i++) result += numbers[i];
                return result;
            }
            int middle = (from + to) / 2;
            Sum left = new Sum(numbers, from, middle);
            Sum right = new Sum(numbers, middle, to);
            left.fork();
            right.compute();
            left.join();
            result = left.result + right.result;
            return result;
        }
    }

    public static void main(String[] arguments) throws Exception {
        int[] numbers = new int[64];
        for (int i = 0; i < numbers.length; i++) numbers[i] = i;
        System.out.println(ForkJoinPool.commonPool().invoke(new Sum(numbers, 0, numbers.length)));
    }
}
