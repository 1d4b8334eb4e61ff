// A class that extends Thread.

class SubclassOk {
    static class Worker extends Thread {
        int value;

        @Override
        public void run() {
            value++;
        }
    }

    public static void main(String[] arguments) throws Exception {
        Worker worker = new Worker();
        worker.value = 1;
        worker.start();
        worker.join();
        worker.value++;
    }
}
