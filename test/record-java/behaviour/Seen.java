// What a program can see of itself: it prints the same whether it is recorded or not.

import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

public class Seen implements Serializable {
    volatile int state;
    int[] values = new int[2];
    static int count;
    final transient Object lock = new Object();

    synchronized int add(int n) {
        values[1] += n;
        state++;
        count++;
        return values[1];
    }

    synchronized double sum(long first, double second) {
        for (long i = 0; i < first; i++) {
            double part = second * i;
            if (part > 10) return part;
        }
        return first + second;
    }

    static synchronized void fail(String why) {
        throw new IllegalArgumentException(why);
    }

    static void print(Throwable thrown) {
        System.out.println(thrown);
        for (StackTraceElement element : thrown.getStackTrace()) if (element.getClassName().equals("Seen")) System.out.println("  " + element);
    }

    public static void main(String[] arguments) throws Exception {
        for (Field field : Seen.class.getDeclaredFields()) System.out.println(field);
        // In no order: it is that of addresses in the JVM.
        Stream.of(Seen.class.getDeclaredMethods()).map(Method::toString).sorted().forEach(System.out::println);
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle add = lookup.findVirtual(Seen.class, "add", MethodType.methodType(int.class, int.class));
        System.out.println(Modifier.toString(lookup.revealDirect(add).getModifiers()));
        System.out.println(ObjectStreamClass.lookup(Seen.class).getSerialVersionUID());
        System.out.println(new Seen().add(3) + new Seen().add(4));
        System.out.println(new Seen().sum(3, 4) + new Seen().sum(1, 0.5));
        List<Integer> list = new ArrayList<>();
        int[] none = null;
        Seen nobody = null;
        for (Failing failing : new Failing[] {
            () -> fail("as it must"), () -> list.get(3), () -> none[0]++, () -> nobody.state++, () -> nobody.add(1), () -> new Object().notify(),
            () -> System.out.println(none.length), () -> CompletableFuture.supplyAsync(() -> list.get(1)).get()
        }) {
            try {
                failing.run();
            } catch (ExecutionException e) {
                System.out.println(e.getCause());
            } catch (Exception e) {
                print(e);
            }
        }
    }

    interface Failing {
        void run() throws Exception;
    }
}
