// Classes of loaders that know little of the rest: as plugins, web containers and OSGi have them.

import java.io.IOException;
import java.io.InputStream;

public class Isolated {
    public static class Work implements Runnable {
        static int value;
        volatile int seen;
        final int[] values = new int[1];

        @Override
        public synchronized void run() {
            values[0]++;
            seen++;
            Runnable raced = () -> value++;
            Thread one = new Thread(raced);
            Thread two = new Thread(raced);
            one.start();
            two.start();
            try {
                one.join();
                two.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Nobody is asked for what is not the JDK's, and for that the one above. */
    static class Alone extends ClassLoader {
        private final String ofJdk;

        Alone(ClassLoader parent, String ofJdk) {
            super(parent);
            this.ofJdk = ofJdk;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> known = findLoadedClass(name);
            if (known != null) return known;
            if (name.startsWith(ofJdk)) return Class.forName(name, false, null);
            try (InputStream in = Isolated.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
                if (!name.startsWith("Isolated")) throw new ClassNotFoundException(name);
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        boolean isAlone = arguments[0].equals("alone");
        ClassLoader loader = isAlone ? new Alone(null, "java.") : new Alone(Isolated.class.getClassLoader(), "java.lang.");
        Class<?> type = loader.loadClass("Isolated$Work");
        System.out.println(type != Work.class);
        ((Runnable) type.getConstructor().newInstance()).run();
    }
}
