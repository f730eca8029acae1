package dev.pawl.cli;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import picocli.CommandLine;

/** The program in this process, with its streams caught. */
final class Program {

  private Program() {}

  record Outcome(int exitCode, String out, String err) {

    /** Standard output as the one JSON document that it must be. */
    Json json() {
      return JsonText.parse(out);
    }
  }

  static Outcome pawl(String... arguments) {
    CommandLine pawl = PawlCommand.commandLine();
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    pawl.setOut(new PrintWriter(out));
    pawl.setErr(new PrintWriter(err));
    int exitCode = pawl.execute(arguments);
    pawl.getErr().flush();
    return new Outcome(exitCode, out.toString(), err.toString());
  }

  static Outcome pawlReading(String standardInput, String... arguments) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(standardInput.getBytes(StandardCharsets.UTF_8)));
    try {
      return pawl(arguments);
    } finally {
      System.setIn(before);
    }
  }

  /** The path of a file among the test flows. */
  static String flow(String name) {
    try {
      return Path.of(Objects.requireNonNull(Program.class.getResource("/flows/" + name)).toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
