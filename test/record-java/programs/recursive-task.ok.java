// Tasks that divide themselves: by fork and join, invokeAll, and a CountedCompleter.

import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

class RecursiveTaskOk {
    private static final class Sum extends RecursiveTask<int[]> {
        private static final long serialVersionUID = 1;
        private final int[] from;
        private final int start;
        private final int end;

        Sum(int[] from, int start, int end) {
            this.from = from;
            this.start = start;
            this.end = end;
        }

        @Override
        protected int[] compute() {
            int[] result = new int[1];
            if (end - start < 16) {
                for (int i = start; i < end; i++) result[0] += from[i]++;
                return result;
            }
            int middle = (start + end) / 2;
            Sum one = new Sum(from, start, middle);
            Sum two = new Sum(from, middle, end);
            one.fork();
            result[0] = two.compute()[0] + one.join()[0];
            return result;
        }
    }

    private static final class Fill extends RecursiveAction {
        private static final long serialVersionUID = 1;
        private final int[] in;
        private final int start;
        private final int end;

        Fill(int[] in, int start, int end) {
            this.in = in;
            this.start = start;
            this.end = end;
        }

        @Override
        protected void compute() {
            if (end - start < 16) {
                for (int i = start; i < end; i++) in[i]++;
                return;
            }
            int middle = (start + end) / 2;
            invokeAll(new Fill(in, start, middle), new Fill(in, middle, end));
        }
    }

    private static final class Count extends CountedCompleter<Void> {
        private static final long serialVersionUID = 1;
        private final int[] of;
        private final int start;
        private final int end;
        private Count left;
        private Count right;
        int sum;

        Count(CountedCompleter<?> parent, int[] of, int start, int end) {
            super(parent);
            this.of = of;
            this.start = start;
            this.end = end;
        }

        @Override
        public void compute() {
            if (end - start < 16) {
                for (int i = start; i < end; i++) sum += of[i];
            } else {
                int middle = (start + end) / 2;
                left = new Count(this, of, start, middle);
                right = new Count(this, of, middle, end);
                setPendingCount(2);
                left.fork();
                right.fork();
            }
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            if (left != null) sum = left.sum + right.sum;
        }
    }

    public static void main(String[] arguments) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(4);
        int[] numbers = new int[300];
        for (int i = 0; i < 5; i++) {
            pool.invoke(new Fill(numbers, 0, numbers.length));
            numbers[0]++;
            int sum = pool.submit(new Sum(numbers, 0, numbers.length)).get()[0];
            Count count = new Count(null, numbers, 0, numbers.length);
            pool.invoke(count);
            System.out.println(sum + count.sum);
        }
        pool.shutdown();
    }
}
