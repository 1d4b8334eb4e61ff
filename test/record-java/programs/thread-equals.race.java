// Threads that call themselves equal to all others, and have a hash code that is none.

class ThreadEqualsRace {
    static int count;

    static class Odd extends Thread {
        @Override
        public void run() {
            count++;
        }

        @Override
        public boolean equals(Object other) {
            return true;
        }

        @Override
        public int hashCode() {
            throw new UnsupportedOperationException();
        }
    }

    public static void main(String[] arguments) throws Exception {
        Odd one = new Odd();
        Odd two = new Odd();
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
