package dev.pawl.cli.remote;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.cli.file.FlowFiles;
import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.http.Client;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.show.FindingDetails;
import dev.pawl.cli.show.FindingJson;
import dev.pawl.cli.show.FindingText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pawl deploy}. */
@Command(
    name = "deploy",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Brings flow files to a server, and shows what changes there.",
      "",
      "A file's name is the flow's code: flows/order.asl.yaml becomes 'order'. All files are"
          + " checked before any is sent, and all are taken or none; of more than 2 MB, part by"
          + " part once the server would take all. What is the same already is left alone. Findings"
          + " of the files and of the server are shown; warnings keep nothing from being taken.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl deploy order.asl.yaml            saves it as a draft",
      "  pawl deploy flows/ --publish          all files below, made versions that run",
      "  pawl deploy flows/ --publish --dry-run"
    })
final class DeployCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Flow files, JSON or YAML, or folders of them.")
  private List<String> names = List.of();

  @Option(names = "--publish", description = "Make them versions that new executions take.")
  private boolean publish;

  @Option(names = "--dry-run", description = "Only show what would change.")
  private boolean dryRun;

  @Override
  public Integer call() {
    List<FlowFile> files = FlowFiles.expand(names).stream().map(FlowFile::read).toList();
    mustDiffer(files);
    if (publish && files.stream().anyMatch(file -> file.errors() > 0)) {
      return notSent(files);
    }
    Client client = server.client();
    List<Deployment> deployments =
        files.stream().map(file -> Deployment.of(client, file, publish)).toList();
    List<Json> done = brought(client, deployments);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < done.size(); i++) {
      text.append(line(deployments.get(i), done.get(i)));
    }
    server.show(
        JsonObject.builder()
            .put("dryRun", Json.of(dryRun))
            .put("flows", JsonArray.of(done))
            .build(),
        text.toString());
    for (int i = 0; i < done.size(); i++) {
      server.showFindings(
          files.get(i).name(), files.get(i).text(), FindingDetails.ofAnswer(done.get(i)));
    }
    return ExitCode.SUCCESS;
  }

  private List<Json> brought(Client client, List<Deployment> deployments) {
    List<Json> flows = new ArrayList<>();
    deployments.stream().filter(one -> !one.isNothing()).forEach(one -> flows.add(one.flow()));
    Iterator<Json> brought = Parts.bring(client, flows, dryRun).iterator();
    return deployments.stream()
        .<Json>map(one -> one.told(one.isNothing() ? JsonNull.NULL : brought.next()))
        .toList();
  }

  private String line(Deployment deployment, Json result) {
    String version = Executions.text(result, "version");
    String published =
        !deployment.publishes()
            ? ""
            : dryRun ? ", would be published" : ", published as v" + version;
    String word = deployment.change().word(dryRun);
    return "%s: %s%s\n%s"
        .formatted(
            Executions.text(result, "code"), word, published, deployment.diff(server.paint()));
  }

  /** One folder, one flow of a name. */
  private static void mustDiffer(List<FlowFile> files) {
    Map<String, String> seen = new HashMap<>();
    for (FlowFile file : files) {
      String other = seen.put(file.code(), file.name());
      if (other != null) {
        throw new UsageException(
            "%s and %s are both the flow '%s'".formatted(other, file.name(), file.code()));
      }
    }
  }

  private int notSent(List<FlowFile> files) {
    for (FlowFile file : files) {
      FindingText text = new FindingText(file.name(), file.text(), server.paint());
      file.findings().forEach(finding -> server.err().print(text.of(finding)));
    }
    String detail = "nothing was sent; mend the errors first";
    server.err().println("pawl: " + detail);
    server.err().flush();
    List<JsonObject> told =
        files.stream().map(file -> FindingJson.ofFile(file.name(), file.findings())).toList();
    JsonObject problem =
        JsonObject.builder()
            .put("code", Json.of("invalid-definition"))
            .put("detail", Json.of(detail))
            .put("files", JsonArray.of(told))
            .build();
    server.show(JsonObject.of("problem", problem), "");
    return ExitCode.FAILURE;
  }
}
