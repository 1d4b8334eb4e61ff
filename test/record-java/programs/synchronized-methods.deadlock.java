// Two objects whose synchronized methods call each other's; the program is ended when both wait.

import lib.Both;
import lib.Steps;

class SynchronizedMethodsDeadlock {
    static class Account {
        int balance;

        synchronized void pay(Account to, String own, String other) {
            Steps.reached(own);
            Steps.after(other);
            balance--;
            to.take();
        }

        synchronized void take() {
            balance++;
        }
    }

    public static void main(String[] arguments) throws Exception {
        Account left = new Account();
        Account right = new Account();
        Thread one = Both.thread("one", () -> left.pay(right, "left", "right"));
        Thread two = Both.thread("two", () -> right.pay(left, "right", "left"));
        one.start();
        two.start();
        while (one.getState() != Thread.State.BLOCKED || two.getState() != Thread.State.BLOCKED) Thread.sleep(1);
        System.exit(0);
    }
}
