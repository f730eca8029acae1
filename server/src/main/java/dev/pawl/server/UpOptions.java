package dev.pawl.server;

import dev.pawl.server.settings.Form;
import dev.pawl.server.settings.Nearest;
import dev.pawl.server.settings.Setting;
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

/** The command line of {@code pawl up}, made from the table of settings. */
final class UpOptions {

  private static final String CONFIG = "--config";
  private static final String SHOW_CONFIG = "--show-config";
  private static final String JSON = "--json";

  private final CommandLine command = new CommandLine(spec());

  private static CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pawl up").mixinStandardHelpOptions(true);
    spec.usageMessage()
        .description(
            "Starts a server, with a PostgreSQL of its own unless there is another, and stays until"
                + " it is stopped.",
            "",
            "Each option is also a variable (--max-calls is PAWL_MAX_CALLS) and a line of a file"
                + " (max-calls = 100). A flag goes before a variable, a variable before the file.",
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
      boolean isSwitch = setting.form().equals(Form.BOOLEAN);
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
                    "A file of settings, also PAWL_CONFIG; pawl.conf in the data folder if it is"
                        + " there.")
                .build())
        .addOption(
            OptionSpec.builder(SHOW_CONFIG)
                .description("Show every setting and where it comes from, and start nothing.")
                .build())
        .addOption(
            OptionSpec.builder(JSON)
                .description("Say where everything is as one JSON document, once it is up.")
                .build());
  }

  /** What was asked for. */
  record Asked(Map<Setting, String> flags, Optional<Path> config, boolean showsConfig) {}

  /** Empty if help was asked for; then it is printed. */
  Optional<Asked> parse(String[] arguments) {
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
        new Asked(
            flags,
            Optional.of(config).filter(file -> !file.isEmpty()).map(Path::of),
            parsed.hasMatchedOption(SHOW_CONFIG)));
  }

  /** Whether programs listen; known also of a line that is not understood. */
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
