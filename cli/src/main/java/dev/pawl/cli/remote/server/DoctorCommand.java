package dev.pawl.cli.remote.server;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.Paint.Tone;
import dev.pawl.cli.show.Printable;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Implements {@code pawl doctor}: checks this machine and the server. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Checks this machine and the server, and says how to fix problems.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl doctor", "  pawl doctor --profile live --json"})
public final class DoctorCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Override
  public Integer call() {
    List<DoctorChecks.CheckResult> findings = new DoctorChecks(server).run();
    boolean isHealthy = findings.stream().allMatch(DoctorChecks.CheckResult::ok);
    server.show(json(isHealthy, findings), text(findings));
    return isHealthy ? ExitCode.SUCCESS : ExitCode.FAILURE;
  }

  private String text(List<DoctorChecks.CheckResult> findings) {
    StringBuilder text = new StringBuilder();
    for (DoctorChecks.CheckResult finding : findings) {
      String mark =
          finding.ok()
              ? server.paint().paint(Tone.GOOD, "ok     ")
              : server.paint().paint(Tone.BAD, "problem");
      text.append(
          "%s  %-9s %s\n".formatted(mark, finding.name(), Printable.line(finding.detail())));
      if (!finding.ok()) {
        text.append("                   -> ").append(Printable.line(finding.advice())).append('\n');
      }
    }
    return text.toString();
  }

  private static Json json(boolean isHealthy, List<DoctorChecks.CheckResult> findings) {
    return JsonObject.builder()
        .put("ok", Json.of(isHealthy))
        .put(
            "checks",
            JsonArray.of(
                findings.stream()
                    .map(
                        finding ->
                            JsonObject.builder()
                                .put("check", Json.of(finding.name()))
                                .put("ok", Json.of(finding.ok()))
                                .put("detail", Json.of(finding.detail()))
                                .put("advice", Json.of(finding.advice()))
                                .build())
                    .toList()))
        .build();
  }
}
