// Two objects whose synchronized methods call each other's, one after the other in this run.

import lib.Both;
import lib.Steps;

class SynchronizedMethodsMayDeadlock {
    static class Account {
        int balance;

        synchronized void pay(Account to) {
            to.take();
            balance--;
        }

        synchronized void take() {
            balance++;
        }
    }

    public static void main(String[] arguments) throws Exception {
        Account left = new Account();
        Account right = new Account();
        Both.run(() -> {
            left.pay(right);
            Steps.reached("first");
        }, () -> {
            Steps.after("first");
            right.pay(left);
        });
    }
}
