// A class loader that needs a class of its own to find a resource: it is loaded while another is being rewritten.

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

public class Helped {
    static class Helper {
        static int asked;

        static InputStream find(String name) {
            asked++;
            InputStream found = Helped.class.getResourceAsStream("/" + name);
            return found == null ? new ByteArrayInputStream(new byte[0]) : found;
        }
    }

    public static class Base {
        int value;
    }

    public static class Work extends Base implements Runnable {
        @Override
        public void run() {
            value++;
        }
    }

    static class Own extends ClassLoader {
        Own() {
            super(Helped.class.getClassLoader());
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            return Helper.find(name);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("Helped$")) return super.loadClass(name, resolve);
            Class<?> known = findLoadedClass(name);
            if (known != null) return known;
            try (InputStream in = Helped.class.getResourceAsStream("/" + name + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        ((Runnable) new Own().loadClass("Helped$Work").getConstructor().newInstance()).run();
        System.out.println("done");
    }
}
