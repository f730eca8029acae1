package dev.pawl.cli.remote.access;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.client.admin.SignInLink;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Implements {@code pawl signin}: creates a link that signs a browser in once. */
@Command(
    name = "signin",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Creates a link that signs a browser in once, within ten minutes.",
      "",
      "The browser gets the permissions of the key that created the link: an administrator's,"
          + " such as the one that a server leaves in its data folder.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl signin",
      "  pawl signin --data /var/lib/pawl",
      "  pawl signin --profile live"
    })
public final class SignInCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Override
  public Integer call() {
    SignInLink link = server.client().server().createSignInLink();
    JsonObject shown =
        JsonObject.of("url", Json.of(link.url()))
            .with("expiresAt", Json.of(link.expiresAt().toString()));
    server.show(shown, link.url() + "\n");
    return ExitCode.SUCCESS;
  }
}
