package dev.pawl.cli.remote;

import dev.pawl.cli.http.Client;
import dev.pawl.cli.http.Place;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pawl signin}. */
@Command(
    name = "signin",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Makes a link that signs a browser in, once and within ten minutes.",
      "",
      "The browser may then do what the key may that the link was made with: an administrator's,"
          + " such as the one that a server leaves in its data folder.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl signin",
      "  pawl signin --data /var/lib/pawl",
      "  pawl signin --profile live"
    })
final class SignInCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Override
  public Integer call() {
    Place place = server.place();
    Json link = new Client(place).post("/api/session/link", JsonObject.EMPTY);
    String url = place.url() + Executions.text(link, "path");
    JsonObject shown =
        JsonObject.of("url", Json.of(url))
            .with("expiresAt", Json.of(Executions.text(link, "expiresAt")));
    server.show(shown, url + "\n");
    return ExitCode.SUCCESS;
  }
}
