/** A hash table with a lock for each part of it: words are counted by two threads. */
final class Table {
    static final class Node {
        final int key;
        int count;
        Node next;

        Node(int key, Node next) {
            this.key = key;
            this.next = next;
        }
    }

    static final class Part {
        private final Node[] chains = new Node[256];
        private int size;

        synchronized void count(int key) {
            int at = key >>> 4 & 255;
            for (Node node = chains[at]; node != null; node = node.next) {
                if (node.key != key) continue;
                node.count++;
                return;
            }
            chains[at] = new Node(key, chains[at]);
            chains[at].count = 1;
            size++;
        }

        synchronized int size() {
            return size;
        }
    }

    public static void main(String[] arguments) throws Exception {
        int words = Integer.parseInt(arguments[0]);
        Part[] parts = new Part[16];
        for (int i = 0; i < parts.length; i++) parts[i] = new Part();
        Pair.run(half -> {
            int word = half + 1;
            for (int i = 0; i < words; i++) {
                word = word * 1103515245 + 12345;
                int key = word >>> 16 & 0x3fff;
                parts[key & 15].count(key);
            }
        });
        int size = 0;
        for (Part part : parts) size += part.size();
        System.out.println(size);
    }
}
