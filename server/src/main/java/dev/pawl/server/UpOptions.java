package dev.pawl.server;

import dev.pawl.server.settings.Nearest;
import dev.pawl.server.settings.Setting;
import dev.pawl.server.settings.SettingFormat;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line of {@code pawl up}, generated from the table of settings. */
final class UpOptions {

  private static final String CONFIG = "--config";
  private static final String SHOW_CONFIG = "--show-config";
  private static final String JSON = "--json";

  private final CommandLine command = new CommandLine(spec());

  private static CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pawl up").mixinStandardHelpOptions(true);
    spec.usageMessage()
        .description(
            "Starts a server and runs until it is stopped. Without --database it starts its own"
                + " PostgreSQL.",
            "",
            "Each option is also an environment variable (--max-calls is PAWL_MAX_CALLS) and a line"
                + " of a file (max-calls = 100). An option has precedence over a variable, and a"
                + " variable over the file.",
            "")
        .footerHeading("%nExamples:%n")
        .footer(
            "  pawl up",
            "  pawl up --port 9000 --data /var/lib/pawl",
            "  pawl up --database postgresql://pawl:secret@db/pawl")
        .sortOptions(false)
        .autoWidth(false);
    for (Setting setting : Setting.values()) {
      String byDefault =
          setting.byDefault().isEmpty() ? "" : " Default: " + setting.byDefault() + ".";
      boolean isSwitch = setting.form().equals(SettingFormat.BOOLEAN);
      spec.addOption(
          OptionSpec.builder(setting.flag())
              .type(String.class)
              .arity(isSwitch ? "0..1" : "1")
              .fallbackValue(isSwitch ? "true" : "")
              .paramLabel(setting.label())
              .description(setting.meaning() + byDefault)
              .build());
    }
    return spec.addOption(
            OptionSpec.builder(CONFIG)
                .type(String.class)
                .paramLabel("FILE")
                .description(
                    "File of settings, also PAWL_CONFIG. Default: pawl.conf in the data folder, if"
                        + " it exists.")
                .build())
        .addOption(
            OptionSpec.builder(SHOW_CONFIG)
                .description("Print all settings with their sources, and start nothing.")
                .build())
        .addOption(
            OptionSpec.builder(JSON)
                .description(
                    "Print address, key file and data folder as one JSON document when ready.")
                .build());
  }

  /** The parsed command line. */
  record ParsedOptions(Map<Setting, String> flags, Optional<Path> config, boolean showsConfig) {}

  /** Parses the command line; prints the help and returns empty if that was requested. */
  Optional<ParsedOptions> parse(String[] arguments) {
    ParseResult parsed = command.parseArgs(arguments);
    if (CommandLine.printHelpIfRequested(parsed)) {
      return Optional.empty();
    }
    Map<Setting, String> flags = new EnumMap<>(Setting.class);
    for (Setting setting : Setting.values()) {
      if (parsed.hasMatchedOption(setting.flag())) {
        flags.put(setting, parsed.matchedOptionValue(setting.flag(), ""));
      }
    }
    String config = parsed.matchedOptionValue(CONFIG, "");
    return Optional.of(
        new ParsedOptions(
            flags,
            Optional.of(config).filter(file -> !file.isEmpty()).map(Path::of),
            parsed.hasMatchedOption(SHOW_CONFIG)));
  }

  /**
   * Returns true if JSON output is requested; works for command lines that cannot be parsed, too.
   */
  static boolean areForPrograms(String[] arguments) {
    return List.of(arguments).contains(JSON);
  }

  String help() {
    return command.getUsageMessage(CommandLine.Help.Ansi.OFF);
  }

  static String sentence(ParameterException e) {
    if (!(e instanceof UnmatchedArgumentException unmatched)) {
      return String.valueOf(e.getMessage());
    }
    String what = unmatched.getUnmatched().isEmpty() ? "" : unmatched.getUnmatched().getFirst();
    return "there is no option '%s'; did you mean %s?"
        .formatted(what, Nearest.to(what, Stream.of(Setting.values()).map(Setting::flag)));
  }
}
