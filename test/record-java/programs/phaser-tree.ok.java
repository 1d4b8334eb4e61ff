// Phases of phasers that have a parent, and an exchanger that is used often.

import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import lib.Both;

class PhaserTreeOk {
    static int[] values = new int[2];

    public static void main(String[] arguments) throws Exception {
        Phaser root = new Phaser();
        Phaser first = new Phaser(root, 1);
        Phaser second = new Phaser(root, 1);
        Exchanger<int[]> exchanger = new Exchanger<>();
        Both.run(() -> work(first, 0, exchanger), () -> work(second, 1, exchanger));
    }

    private static void work(Phaser phaser, int own, Exchanger<int[]> exchanger) throws Exception {
        int sum = 0;
        int[] buffer = new int[4];
        for (int i = 0; i < 20; i++) {
            values[own] = i;
            phaser.arriveAndAwaitAdvance();
            sum += values[1 - own];
            int phase = phaser.arrive();
            phaser.awaitAdvance(phase);
            buffer[i % 4]++;
            buffer = exchanger.exchange(buffer);
        }
        phaser.arriveAndDeregister();
        System.out.println(sum);
    }
}
