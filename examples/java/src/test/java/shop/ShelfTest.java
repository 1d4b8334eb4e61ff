package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ShelfTest {
  @Test
  void sellsToTwoCustomers() throws InterruptedException {
    Shelf shelf = new Shelf();
    shelf.put("bread");
    shelf.put("milk");
    Thread ada = new Thread(shelf::sell, "ada");
    Thread ben = new Thread(shelf::sell, "ben");
    ada.start();
    ben.start();
    ada.join();
    ben.join();
    assertEquals(2, shelf.sold());
  }
}
