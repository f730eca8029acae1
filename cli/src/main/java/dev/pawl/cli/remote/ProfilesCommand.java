package dev.pawl.cli.remote;

import dev.pawl.cli.http.Places;
import dev.pawl.cli.http.Profiles;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
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

/** {@code pawl profiles}: servers known by name. */
@Command(
    name = "profiles",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Keeps the servers that you use, with their keys, under names.", ""},
    synopsisSubcommandLabel = "[add | use | remove]",
    subcommands = {
      ProfilesCommand.Add.class,
      ProfilesCommand.Use.class,
      ProfilesCommand.Remove.class
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl profiles add live --at https://pawl.example.com --key-file live.key",
      "  pawl profiles use live                for all commands that name no other",
      "  pawl ls --profile live"
    })
final class ProfilesCommand implements Callable<Integer> {

  @Mixin private Output output = new Output();

  @Override
  public Integer call() {
    Profiles profiles = Profiles.of(System.getenv());
    String preferred = profiles.preferred().orElse("");
    Table table = new Table("NAME", "URL", "USED");
    List<Json> items = new ArrayList<>();
    for (String name : profiles.names()) {
      table.row(name, url(profiles, name), name.equals(preferred) ? "yes" : "");
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
        .put("used", Json.of(profiles.preferred().filter(name::equals).isPresent()))
        .build();
  }

  /** {@code pawl profiles add}. */
  @Command(
      name = "add",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Adds or changes a profile.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl profiles add live --at https://pawl.example.com --key-file -"})
  static final class Add implements Callable<Integer> {

    @Mixin private Output output = new Output();

    @Parameters(paramLabel = "NAME", description = "How you will call it.")
    private String name = "";

    @Option(names = "--at", required = true, paramLabel = "URL", description = "The server.")
    private String url = "";

    @Option(
        names = "--key-file",
        required = true,
        paramLabel = "FILE",
        description = "Where the key is; - for standard input.")
    private String keyFile = "";

    @Override
    public Integer call() {
      Profiles profiles = Profiles.of(System.getenv());
      profiles.put(name, url, Places.keyIn(keyFile));
      output.show(json(profiles, name), name + " is " + url(profiles, name) + "\n");
      return ExitCode.SUCCESS;
    }
  }

  /** {@code pawl profiles use}. */
  @Command(
      name = "use",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Takes a profile for all commands that name no other.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl profiles use live"})
  static final class Use implements Callable<Integer> {

    @Mixin private Output output = new Output();

    @Parameters(paramLabel = "NAME", description = "The profile.")
    private String name = "";

    @Override
    public Integer call() {
      Profiles profiles = Profiles.of(System.getenv());
      profiles.prefer(name);
      output.show(json(profiles, name), name + " is used from now on\n");
      return ExitCode.SUCCESS;
    }
  }

  /** {@code pawl profiles remove}. */
  @Command(
      name = "remove",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Forgets a profile and its key.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl profiles remove live"})
  static final class Remove implements Callable<Integer> {

    @Mixin private Output output = new Output();

    @Parameters(paramLabel = "NAME", description = "The profile.")
    private String name = "";

    @Override
    public Integer call() {
      Profiles.of(System.getenv()).remove(name);
      output.show(JsonObject.of("removed", Json.of(name)), name + " is forgotten\n");
      return ExitCode.SUCCESS;
    }
  }
}
