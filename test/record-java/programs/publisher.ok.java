// What a SubmissionPublisher hands to its subscribers was made before, and a subscriber gets one thing after the other.

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import lib.Both;

class PublisherOk {
    int value;

    private static final class Reader implements Flow.Subscriber<PublisherOk> {
        final CountDownLatch done = new CountDownLatch(1);
        Flow.Subscription from;
        int sum;

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            from = subscription;
            from.request(1);
        }

        @Override
        public void onNext(PublisherOk it) {
            sum += it.value;
            from.request(1);
        }

        @Override
        public void onError(Throwable failure) {
            failure.printStackTrace();
        }

        @Override
        public void onComplete() {
            sum++;
            done.countDown();
        }
    }

    public static void main(String[] arguments) throws Exception {
        Reader reader = new Reader();
        SubmissionPublisher<PublisherOk> publisher = new SubmissionPublisher<>();
        publisher.subscribe(reader);
        Both.run(() -> submit(publisher), () -> submit(publisher));
        publisher.close();
        reader.done.await();
        System.out.println(reader.sum);
        SubmissionPublisher<PublisherOk> other = new SubmissionPublisher<>();
        int[] sum = new int[1];
        var consumed = other.consume(it -> sum[0] += it.value);
        submit(other);
        other.close();
        consumed.get();
        System.out.println(sum[0]);
    }

    private static void submit(SubmissionPublisher<PublisherOk> publisher) {
        for (int i = 0; i < 30; i++) {
            PublisherOk it = new PublisherOk();
            it.value = i;
            publisher.submit(it);
        }
    }
}
