// A Random, a thread-local one and Math.random are for many threads.

import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import lib.Both;

class RandomOk {
    public static void main(String[] arguments) throws Exception {
        Random random = new Random();
        Both.run(() -> System.out.println(random.nextInt() + random.nextGaussian() < 0), () -> {
            System.out.println(random.nextInt() + random.nextGaussian() < 0);
            System.out.println(Math.random() + ThreadLocalRandom.current().nextInt() < 0);
        });
    }
}
