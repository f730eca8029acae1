package dev.pawl.cli.remote.flow;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.cli.file.FlowFiles;
import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.FindingDetails;
import dev.pawl.cli.show.FindingJson;
import dev.pawl.cli.show.FindingText;
import dev.pawl.client.PawlClient;
import dev.pawl.client.flow.ImportedFlow;
import dev.pawl.client.flow.PortableFlow;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl deploy}: deploys flow files to a server. */
@Command(
    name = "deploy",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Deploys flow files to a server and shows what changes there.",
      "",
      "A file's name is the flow's code: flows/order.asl.yaml becomes 'order'. A jobs file with an"
          + " 'id' is the flow of that code. All files are checked before any is sent, and all are"
          + " deployed or none; more than 2 MB are sent in parts once the server would accept all."
          + " Unchanged flows are left alone. Findings of the files and of the server are shown;"
          + " warnings do not prevent a deployment.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl deploy order.asl.yaml            saves it as a draft",
      "  pawl deploy flows/ --publish          all files below, published",
      "  pawl deploy flows/ --publish --dry-run"
    })
public final class DeployCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Flow files, JSON or YAML, or folders of them.")
  private List<String> names = List.of();

  @Option(names = "--publish", description = "Publish them as versions that new executions use.")
  private boolean publish;

  @Option(names = "--dry-run", description = "Only show what would change.")
  private boolean dryRun;

  @Override
  public Integer call() {
    List<FlowFile> files = FlowFiles.expand(names).stream().map(FlowFile::read).toList();
    checkDistinctCodes(files);
    if (publish && files.stream().anyMatch(file -> file.errors() > 0)) {
      return reportErrors(files);
    }
    PawlClient client = server.client();
    List<Deployment> deployments =
        files.stream().map(file -> Deployment.of(client, file, publish)).toList();
    List<Json> done = importChanged(client, deployments);
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

  private List<Json> importChanged(PawlClient client, List<Deployment> deployments) {
    List<PortableFlow> flows =
        deployments.stream().filter(one -> !one.isUnchanged()).map(Deployment::flow).toList();
    Iterator<ImportedFlow> imported = client.flows().importFlows(flows, dryRun).iterator();
    return deployments.stream()
        .<Json>map(one -> one.toJson(one.isUnchanged() ? JsonNull.NULL : imported.next().json()))
        .toList();
  }

  private String line(Deployment deployment, Json result) {
    String version = ExecutionText.text(result, "version");
    String published =
        !deployment.publishes()
            ? ""
            : dryRun ? ", would be published" : ", published as v" + version;
    String word = deployment.change().word(dryRun);
    return "%s: %s%s\n%s"
        .formatted(
            ExecutionText.text(result, "code"), word, published, deployment.diff(server.paint()));
  }

  /**
   * Checks that no two files have the same flow code.
   *
   * @throws UsageException if two files do
   */
  private static void checkDistinctCodes(List<FlowFile> files) {
    Map<String, String> seen = new HashMap<>();
    for (FlowFile file : files) {
      String code = file.deploymentCode();
      String other = seen.put(code, file.name());
      if (other != null) {
        throw new UsageException(
            "%s and %s are both the flow '%s'".formatted(other, file.name(), code));
      }
    }
  }

  private int reportErrors(List<FlowFile> files) {
    for (FlowFile file : files) {
      FindingText text = new FindingText(file.name(), file.text(), server.paint());
      file.findings().forEach(finding -> server.err().print(text.of(finding)));
    }
    String detail = "nothing was sent; fix the errors first";
    server.err().println("pawl: " + detail);
    server.err().flush();
    List<JsonObject> fileFindings =
        files.stream().map(file -> FindingJson.ofFile(file.name(), file.findings())).toList();
    JsonObject problem =
        JsonObject.builder()
            .put("code", Json.of("invalid-definition"))
            .put("detail", Json.of(detail))
            .put("files", JsonArray.of(fileFindings))
            .build();
    server.show(JsonObject.of("problem", problem), "");
    return ExitCode.FAILURE;
  }
}
