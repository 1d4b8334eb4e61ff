// Threads that call themselves equal are two threads all the same, each with its start and its end.

class ThreadEqualsOk {
    static class Equal extends Thread {
        final int[] values = new int[1];

        @Override
        public void run() {
            values[0]++;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Equal;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    public static void main(String[] arguments) throws Exception {
        Equal one = new Equal();
        Equal two = new Equal();
        one.start();
        one.join();
        two.start();
        one.values[0]++;
        two.join();
        two.values[0]++;
    }
}
