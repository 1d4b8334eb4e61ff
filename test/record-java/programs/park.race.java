// LockSupport orders nothing.

import java.util.concurrent.locks.LockSupport;

class ParkRace {
    int value;

    public static void main(String[] arguments) throws Exception {
        ParkRace it = new ParkRace();
        Thread parked = new Thread(() -> {
            LockSupport.park();
            it.value++;
        });
        parked.start();
        it.value++;
        LockSupport.unpark(parked);
        parked.join();
    }
}
