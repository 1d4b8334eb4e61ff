package shop;

import java.util.ArrayDeque;

/** Items are behind a lock; how many were sold is only a number. */
public final class Shelf {
  private final ArrayDeque<String> items = new ArrayDeque<>();
  private int sold;

  public synchronized void put(String item) {
    items.add(item);
  }

  public String sell() {
    String item;
    synchronized (this) {
      item = items.poll();
    }
    if (item != null) sold++;
    return item;
  }

  public int sold() {
    return sold;
  }
}
