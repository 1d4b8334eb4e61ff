/** Rays through a scene of balls: many small objects that live for a moment, half the picture each. */
final class Rays {
    static final class Vector {
        double x;
        double y;
        double z;

        Vector(double x, double y, double z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        Vector plus(Vector other, double times) {
            return new Vector(x + times * other.x, y + times * other.y, z + times * other.z);
        }

        double dot(Vector other) {
            return x * other.x + y * other.y + z * other.z;
        }

        Vector unit() {
            double length = Math.sqrt(dot(this));
            return new Vector(x / length, y / length, z / length);
        }
    }

    static final class Ray {
        Vector from;
        Vector to;

        Ray(Vector from, Vector to) {
            this.from = from;
            this.to = to;
        }
    }

    static final class Ball {
        Vector middle;
        double radius;

        Ball(Vector middle, double radius) {
            this.middle = middle;
            this.radius = radius;
        }

        double distance(Ray ray) {
            Vector way = middle.plus(ray.from, -1);
            double along = way.dot(ray.to);
            double rest = radius * radius - way.dot(way) + along * along;
            return rest < 0 ? Double.MAX_VALUE : along - Math.sqrt(rest);
        }
    }

    private final Ball[] balls = new Ball[16];

    public static void main(String[] arguments) throws Exception {
        int size = Integer.parseInt(arguments[0]);
        Rays scene = new Rays();
        for (int i = 0; i < scene.balls.length; i++) scene.balls[i] = new Ball(new Vector(i % 4 - 1.5, i / 4 - 1.5, 6 + i % 3), 0.6);
        double[][] picture = new double[2][];
        Pair.run(half -> {
            double[] light = new double[size];
            for (int y = half * size / 2; y < (half + 1) * size / 2; y++)
                for (int x = 0; x < size; x++) light[x] += scene.light(new Vector(4.0 * x / size - 2, 4.0 * y / size - 2, 4));
            picture[half] = light;
        });
        System.out.println(picture[0][size / 2] + picture[1][size / 2]);
    }

    private double light(Vector through) {
        Ray ray = new Ray(new Vector(0, 0, 0), through.unit());
        double nearest = Double.MAX_VALUE;
        Ball hit = null;
        for (Ball ball : balls) {
            double distance = ball.distance(ray);
            if (distance < 0 || distance >= nearest) continue;
            nearest = distance;
            hit = ball;
        }
        if (hit == null) return 0;
        Vector normal = ray.from.plus(ray.to, nearest).plus(hit.middle, -1).unit();
        return Math.max(0, -normal.dot(ray.to));
    }
}
