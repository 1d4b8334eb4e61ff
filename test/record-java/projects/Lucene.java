import org.apache.lucene.analysis.*; import org.apache.lucene.document.*; import org.apache.lucene.index.*; import org.apache.lucene.search.*; import org.apache.lucene.store.*;
public class Lucene {
  public static void main(String[] a) throws Exception {
    RAMDirectory d = new RAMDirectory();
    IndexWriter w = new IndexWriter(d, new WhitespaceAnalyzer(), true, IndexWriter.MaxFieldLength.UNLIMITED);
    w.setMaxBufferedDocs(10); w.commit();
    Two.times(40, (t, i) -> {
      Document doc = new Document(); doc.add(new Field("id", "t" + t + "i" + i, Field.Store.YES, Field.Index.ANALYZED)); w.addDocument(doc);
      if (i % 10 == 9) { w.commit(); IndexSearcher s = new IndexSearcher(d); s.search(new TermQuery(new Term("id", "t0i1")), null, 5); s.close(); }
    });
    w.close();
  }
}
