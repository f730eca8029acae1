package dev.pawl.cli.remote.shared;

import dev.pawl.cli.program.Terminal;
import dev.pawl.cli.show.FindingDetails;
import dev.pawl.cli.show.FindingText;
import dev.pawl.cli.show.Paint;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentFormat;
import dev.pawl.model.json.DocumentText;
import dev.pawl.sdk.Json;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints the result of a command as text or, with {@code --json}, as one JSON document. */
public class CommandOutput {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(names = "--json", description = "Print one JSON document and nothing else.")
  private boolean json;

  public final boolean isJson() {
    return json;
  }

  public final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Returns the stream for messages that are not part of the result. */
  public final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  public final Paint paint() {
    return Terminal.paint();
  }

  /** Prints the result: as JSON with {@code --json}, otherwise as the given text. */
  public final void show(Json answer, String text) {
    out().print(json ? pretty(answer) : text);
    out().flush();
  }

  /**
   * Prints findings to the error stream; prints nothing with {@code --json}, where the result
   * contains them.
   *
   * @param name the file or flow that they are about
   * @param source the text of that file or flow
   */
  public final void showFindings(String name, String source, List<FindingDetails> findings) {
    if (!json) {
      FindingText text = new FindingText(name, source, paint());
      findings.forEach(finding -> err().print(text.of(finding)));
      err().flush();
    }
  }

  public static String pretty(Json value) {
    return DocumentText.of(Document.of(value), DocumentFormat.JSON);
  }
}
