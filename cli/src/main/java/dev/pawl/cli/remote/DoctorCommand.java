package dev.pawl.cli.remote;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.show.Paint.Tone;
import dev.pawl.cli.show.Printable;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pawl doctor}. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Looks at what Pawl needs, here and at the server, and says what to do.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl doctor", "  pawl doctor --profile live --json"})
final class DoctorCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Override
  public Integer call() {
    List<Checkup.Finding> findings = new Checkup(server).all();
    boolean isWell = findings.stream().allMatch(Checkup.Finding::ok);
    server.show(json(isWell, findings), text(findings));
    return isWell ? ExitCode.SUCCESS : ExitCode.FAILURE;
  }

  private String text(List<Checkup.Finding> findings) {
    StringBuilder text = new StringBuilder();
    for (Checkup.Finding finding : findings) {
      String mark =
          finding.ok()
              ? server.paint().paint(Tone.GOOD, "ok     ")
              : server.paint().paint(Tone.BAD, "problem");
      text.append("%s  %-9s %s\n".formatted(mark, finding.what(), Printable.line(finding.told())));
      if (!finding.ok()) {
        text.append("                   -> ").append(Printable.line(finding.advice())).append('\n');
      }
    }
    return text.toString();
  }

  private static Json json(boolean isWell, List<Checkup.Finding> findings) {
    return JsonObject.builder()
        .put("ok", Json.of(isWell))
        .put(
            "checks",
            JsonArray.of(
                findings.stream()
                    .map(
                        finding ->
                            JsonObject.builder()
                                .put("what", Json.of(finding.what()))
                                .put("ok", Json.of(finding.ok()))
                                .put("told", Json.of(finding.told()))
                                .put("advice", Json.of(finding.advice()))
                                .build())
                    .toList()))
        .build();
  }
}
