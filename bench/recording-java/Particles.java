import java.util.concurrent.CyclicBarrier;

/** Particles that repel each other: fields of objects that live long, half of the particles each. */
final class Particles {
    static final class Particle {
        double x;
        double y;
        double z;
        double speedX;
        double speedY;
        double speedZ;
        double forceX;
        double forceY;
        double forceZ;

        void feel(Particle other) {
            double dx = x - other.x;
            double dy = y - other.y;
            double dz = z - other.z;
            double far = dx * dx + dy * dy + dz * dz;
            if (far > 0.25 || far == 0) return;
            double force = 1e-6 / (far * far);
            forceX += dx * force;
            forceY += dy * force;
            forceZ += dz * force;
        }

        void move() {
            speedX += forceX;
            speedY += forceY;
            speedZ += forceZ;
            x += speedX;
            y += speedY;
            z += speedZ;
            forceX = 0;
            forceY = 0;
            forceZ = 0;
        }
    }

    public static void main(String[] arguments) throws Exception {
        int steps = Integer.parseInt(arguments[0]);
        Particle[] all = new Particle[1000];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Particle();
            all[i].x = i % 10 / 10.0;
            all[i].y = i / 10 % 10 / 10.0;
            all[i].z = i / 100 / 10.0;
        }
        CyclicBarrier barrier = new CyclicBarrier(2);
        Pair.run(half -> {
            for (int step = 0; step < steps; step++) {
                for (int i = half; i < all.length; i += 2) for (Particle other : all) all[i].feel(other);
                barrier.await();
                for (int i = half; i < all.length; i += 2) all[i].move();
                barrier.await();
            }
        });
        System.out.println(all[0].x);
    }
}
