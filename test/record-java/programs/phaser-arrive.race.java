// Who arrives and does not wait.

import java.util.concurrent.Phaser;
import lib.Both;

class PhaserArriveRace {
    static int shared;

    public static void main(String[] arguments) throws Exception {
        Phaser phaser = new Phaser(2);
        Both.run(() -> {
            shared++;
            phaser.arriveAndAwaitAdvance();
        }, () -> {
            phaser.arrive();
            shared++;
        });
    }
}
