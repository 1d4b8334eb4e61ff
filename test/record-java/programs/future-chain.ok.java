// Stages of CompletableFutures come after those that they depend on.

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

class FutureChainOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(3);
        for (int i = 0; i < 30; i++) {
            CompletableFuture<FutureChainOk> one = CompletableFuture.supplyAsync(FutureChainOk::new, executor).thenApplyAsync(FutureChainOk::raised, executor);
            CompletableFuture<FutureChainOk> two = CompletableFuture.supplyAsync(FutureChainOk::new).thenApply(FutureChainOk::raised);
            CompletableFuture<FutureChainOk> both = one.thenCombineAsync(two, (a, b) -> {
                a.value += b.value++;
                return a;
            });
            CompletableFuture<FutureChainOk> composed = both.thenComposeAsync(it -> CompletableFuture.supplyAsync(it::raised, executor));
            CompletableFuture<FutureChainOk> caught = composed.handle((it, failure) -> failure == null ? it.raised() : null)
                    .whenComplete((it, failure) -> it.value++).exceptionally(failure -> null);
            CompletableFuture<Object> any = CompletableFuture.anyOf(caught, new CompletableFuture<>());
            CompletableFuture<Void> all = CompletableFuture.allOf(caught, two).thenRunAsync(() -> {});
            CompletableFuture<FutureChainOk> slow = caught.applyToEitherAsync(new CompletableFuture<>(), FutureChainOk::raised);
            CompletableFuture<FutureChainOk> timed = slow.orTimeout(1, TimeUnit.MINUTES).copy().thenApply(FutureChainOk::raised);
            all.join();
            timed.get(1, TimeUnit.MINUTES).value++;
            ((FutureChainOk) any.join()).value++;
            two.getNow(null).value++;
            timed.thenAccept(it -> it.value++).join();
        }
        executor.shutdown();
    }

    private FutureChainOk raised() {
        value++;
        return this;
    }
}
