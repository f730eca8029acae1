package dev.pawl.cli.remote;

import dev.pawl.cli.program.Screen;
import dev.pawl.cli.show.FindingDetails;
import dev.pawl.cli.show.FindingText;
import dev.pawl.cli.show.Paint;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentText;
import dev.pawl.model.json.Format;
import dev.pawl.sdk.Json;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How a command shows what it has to say. */
class Output {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(names = "--json", description = "Print one JSON document and nothing else.")
  private boolean json;

  final boolean isJson() {
    return json;
  }

  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** For what is said beside the answer. */
  final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  final Paint paint() {
    return Screen.paint();
  }

  /** The answer for programs, or the same for people. */
  final void show(Json answer, String text) {
    out().print(json ? pretty(answer) : text);
    out().flush();
  }

  /**
   * Shows findings beside the answer, for people; programs find them in the answer.
   *
   * @param name the file or flow that they are about
   * @param source its text
   */
  final void showFindings(String name, String source, List<FindingDetails> findings) {
    if (!json) {
      FindingText text = new FindingText(name, source, paint());
      findings.forEach(finding -> err().print(text.of(finding)));
      err().flush();
    }
  }

  static String pretty(Json value) {
    return DocumentText.of(Document.of(value), Format.JSON);
  }
}
