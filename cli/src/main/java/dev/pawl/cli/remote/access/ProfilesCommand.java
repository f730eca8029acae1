package dev.pawl.cli.remote.access;

import dev.pawl.cli.http.Profiles;
import dev.pawl.cli.http.ServerLocator;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.CommandOutput;
import dev.pawl.cli.show.Table;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl profiles}: lists profiles, which name servers and their keys. */
@Command(
    name = "profiles",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Manages profiles: names for servers and their keys.", ""},
    synopsisSubcommandLabel = "[add | use | remove]",
    subcommands = {
      ProfilesCommand.Add.class,
      ProfilesCommand.Use.class,
      ProfilesCommand.Remove.class
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl profiles add live --at https://pawl.example.com --key-file live.key",
      "  pawl profiles use live                the default for all commands",
      "  pawl ls --profile live"
    })
public final class ProfilesCommand implements Callable<Integer> {

  @Mixin private CommandOutput output = new CommandOutput();

  @Override
  public Integer call() {
    Profiles profiles = Profiles.of(System.getenv());
    String defaultProfile = profiles.defaultProfile().orElse("");
    Table table = new Table("NAME", "URL", "USED");
    List<Json> items = new ArrayList<>();
    for (String name : profiles.names()) {
      table.row(name, url(profiles, name), name.equals(defaultProfile) ? "yes" : "");
      items.add(json(profiles, name));
    }
    output.show(
        JsonObject.of("items", JsonArray.of(items)),
        table.isEmpty() ? "no profiles in " + profiles.file() + "\n" : table.text(output.paint()));
    return ExitCode.SUCCESS;
  }

  private static String url(Profiles profiles, String name) {
    return profiles.get(name).url().toString();
  }

  private static JsonObject json(Profiles profiles, String name) {
    return JsonObject.builder()
        .put("name", Json.of(name))
        .put("url", Json.of(url(profiles, name)))
        .put("used", Json.of(profiles.defaultProfile().filter(name::equals).isPresent()))
        .build();
  }

  /** Implements {@code pawl profiles add}: adds or changes a profile. */
  @Command(
      name = "add",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Adds or changes a profile.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl profiles add live --at https://pawl.example.com --key-file -"})
  static final class Add implements Callable<Integer> {

    @Mixin private CommandOutput output = new CommandOutput();

    @Parameters(paramLabel = "NAME", description = "The name of the profile.")
    private String name = "";

    @Option(names = "--at", required = true, paramLabel = "URL", description = "The server.")
    private String url = "";

    @Option(
        names = "--key-file",
        required = true,
        paramLabel = "FILE",
        description = "The file with the key; - for standard input.")
    private String keyFile = "";

    @Override
    public Integer call() {
      Profiles profiles = Profiles.of(System.getenv());
      profiles.put(name, url, ServerLocator.readKey(keyFile));
      output.show(json(profiles, name), name + " is " + url(profiles, name) + "\n");
      return ExitCode.SUCCESS;
    }
  }

  /** Implements {@code pawl profiles use}: makes a profile the default. */
  @Command(
      name = "use",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Makes a profile the default for all commands.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl profiles use live"})
  static final class Use implements Callable<Integer> {

    @Mixin private CommandOutput output = new CommandOutput();

    @Parameters(paramLabel = "NAME", description = "The profile.")
    private String name = "";

    @Override
    public Integer call() {
      Profiles profiles = Profiles.of(System.getenv());
      profiles.setDefault(name);
      output.show(json(profiles, name), name + " is the default now\n");
      return ExitCode.SUCCESS;
    }
  }

  /** Implements {@code pawl profiles remove}: removes a profile and its key. */
  @Command(
      name = "remove",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Removes a profile and its key.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl profiles remove live"})
  static final class Remove implements Callable<Integer> {

    @Mixin private CommandOutput output = new CommandOutput();

    @Parameters(paramLabel = "NAME", description = "The profile.")
    private String name = "";

    @Override
    public Integer call() {
      Profiles.of(System.getenv()).remove(name);
      output.show(JsonObject.of("removed", Json.of(name)), name + " is removed\n");
      return ExitCode.SUCCESS;
    }
  }
}
