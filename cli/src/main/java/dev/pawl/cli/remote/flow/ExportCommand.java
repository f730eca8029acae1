package dev.pawl.cli.remote.flow;

import dev.pawl.cli.file.Texts;
import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.CommandOutput;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.client.flow.FlowsApi;
import dev.pawl.client.flow.PortableFlow;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl export}: prints flows as JSON that {@code pawl import} reads. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Prints flows as JSON that pawl import reads.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl export > flows.json", "  pawl export order --output order.json"})
public final class ExportCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(
      paramLabel = "FLOW",
      arity = "0..1",
      description = "The code or id of a flow; all flows by default.")
  private @Nullable String flow;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write to a file.")
  private @Nullable String output;

  @Override
  public Integer call() {
    FlowsApi flows = server.client().flows();
    List<PortableFlow> exported = flow == null ? flows.exportAll() : List.of(flows.export(flow));
    Json answer = PortableFlow.bundle(exported);
    if (output == null) {
      server.show(answer, CommandOutput.pretty(answer));
    } else {
      write(output, CommandOutput.pretty(answer));
      server.show(JsonObject.of("file", Json.of(output)), "");
    }
    return ExitCode.SUCCESS;
  }

  private static void write(String file, String text) {
    try {
      Files.writeString(Texts.path(file), text);
    } catch (IOException e) {
      throw new UsageException("'" + file + "' cannot be written: " + e.getMessage());
    }
  }
}
