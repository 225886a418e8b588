import com.adobe.epubcheck.tool.EpubChecker;

/** Checks the named EPUBs one after the other. A line says where the messages of each end. */
public class CheckAll {
  public static void main(String[] files) {
    System.setErr(System.out);
    for (String file : files) {
      new EpubChecker().run(new String[] {file});
      System.out.println("=== checked");
    }
  }
}
