// A hook runs beside a thread that was not asked to end.

import lib.Steps;

class ShutdownHookRace {
    static int shared;

    public static void main(String[] arguments) {
        Thread daemon = new Thread(() -> {
            Steps.after("hook");
            shared++;
            Steps.reached("daemon");
        });
        daemon.setDaemon(true);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            shared++;
            Steps.reached("hook");
            Steps.after("daemon");
        }));
        daemon.start();
        System.exit(0);
    }
}
