// Each gets what the other has made.

import java.util.concurrent.Exchanger;
import lib.Both;

class ExchangerOk {
    public static void main(String[] arguments) throws Exception {
        Exchanger<int[]> exchanger = new Exchanger<>();
        Both.Work work = () -> {
            int[] own = {3};
            int[] other = exchanger.exchange(own);
            System.out.println(other[0]);
            other[0]++;
        };
        Both.run(work, work);
    }
}
