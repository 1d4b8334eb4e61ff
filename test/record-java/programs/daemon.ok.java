// A daemon that still runs when the program ends.

class DaemonOk {
    public static void main(String[] arguments) throws Exception {
        Thread daemon = new Thread(() -> {
            int[] own = new int[1];
            while (own[0] >= 0) own[0] = (own[0] + 1) % 100;
        });
        daemon.setDaemon(true);
        daemon.start();
    }
}
