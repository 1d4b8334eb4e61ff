// Two stages that come after one, and after nothing else.

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import lib.Steps;

class FutureChainRace {
    static int shared;

    public static void main(String[] arguments) {
        ExecutorService executor = Executors.newFixedThreadPool(2);
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> System.out.println("first"), executor);
        CompletableFuture<Void> one = first.thenRunAsync(() -> {
            shared++;
            Steps.reached("one");
            Steps.after("two");
        }, executor);
        CompletableFuture<Void> two = first.thenRunAsync(() -> {
            shared++;
            Steps.reached("two");
            Steps.after("one");
        }, executor);
        one.join();
        two.join();
        executor.shutdown();
    }
}
