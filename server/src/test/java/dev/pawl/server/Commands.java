package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.PawlCommand;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Runs commands against a server and captures their output. */
record Commands(URI server, Path keyFile) {

  record Outcome(int exitCode, String out, String err) {

    Outcome well() {
      assertThat(exitCode).as(out + err).isZero();
      return this;
    }

    Json json() {
      return JsonText.parse(out);
    }

    String text(String member) {
      return json().get(member).orElseThrow(() -> new AssertionError(out)).asText();
    }
  }

  Outcome pawl(String... arguments) {
    List<String> where = List.of("--url", server.toString(), "--key-file", keyFile.toString());
    return typed(Stream.concat(Stream.of(arguments), where.stream()).toArray(String[]::new));
  }

  /** Runs a command with exactly these arguments. */
  static Outcome typed(String... arguments) {
    CommandLine pawl = PawlCommand.commandLine();
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    pawl.setOut(new PrintWriter(out));
    pawl.setErr(new PrintWriter(err));
    int exitCode = pawl.execute(arguments);
    pawl.getErr().flush();
    return new Outcome(exitCode, out.toString(), err.toString());
  }
}
