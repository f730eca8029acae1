package dev.pawl.cli.remote;

import dev.pawl.cli.file.Texts;
import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.http.Client;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pawl export}. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Prints flows as JSON that pawl import reads.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl export > flows.json", "  pawl export order --output order.json"})
final class ExportCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(
      paramLabel = "FLOW",
      arity = "0..1",
      description = "Its code or id; all flows if none is named.")
  private @Nullable String flow;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write to a file.")
  private @Nullable String output;

  @Override
  public Integer call() {
    Client client = server.client();
    Json answer =
        flow == null
            ? Parts.exchange(all(client))
            : client.get("/api/flows/" + Client.part(flow) + "/export");
    if (output == null) {
      server.show(answer, Output.pretty(answer));
    } else {
      write(output, Output.pretty(answer));
      server.show(JsonObject.of("file", Json.of(output)), "");
    }
    return ExitCode.SUCCESS;
  }

  private static List<Json> all(Client client) {
    List<Json> flows = new ArrayList<>();
    Optional<String> after = Optional.of("");
    while (after.isPresent()) {
      Json part = client.get("/api/export?after=" + Client.part(after.get()));
      flows.addAll(Client.elements(part.get("flows").orElse(JsonNull.NULL)));
      after = part.get("next").filter(next -> !next.equals(JsonNull.NULL)).map(Json::asText);
    }
    return flows;
  }

  private static void write(String file, String text) {
    try {
      Files.writeString(Texts.path(file), text);
    } catch (IOException e) {
      throw new UsageException("'" + file + "' cannot be written: " + e.getMessage());
    }
  }
}
