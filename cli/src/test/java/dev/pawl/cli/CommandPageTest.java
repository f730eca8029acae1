package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** docs/cli.md is what the commands say of themselves. */
class CommandPageTest {

  private static final Path PAGE = Path.of(System.getProperty("pawl.root"), "docs", "cli.md");

  @Test
  void shouldContainTheHelpOfEveryCommand() throws Exception {
    String page = Files.readString(PAGE);
    String head = page.substring(0, Math.max(0, page.indexOf("## `pawl`")));
    StringBuilder expected = new StringBuilder(head);
    for (List<String> command : commands()) {
      List<String> arguments = new ArrayList<>(command);
      arguments.add("--help");
      String help = Program.pawl(arguments.toArray(String[]::new)).out();
      expected
          .append("## `")
          .append(("pawl " + String.join(" ", command)).strip())
          .append("`\n\n```\n")
          .append(help)
          .append("```\n\n");
    }
    String wanted = expected.toString().stripTrailing() + "\n";
    Path written = Files.writeString(Path.of("target", "cli.md"), wanted);

    assertThat(page).as("copy %s to %s", written.toAbsolutePath(), PAGE).isEqualTo(wanted);
  }

  private static List<List<String>> commands() {
    List<List<String>> commands = new ArrayList<>();
    commands.add(List.of());
    PawlCommand.commandLine()
        .getSubcommands()
        .forEach(
            (name, command) -> {
              // What up says of itself is on the page of the server's settings.
              if (!(command.getCommand() instanceof CommandLine.HelpCommand)
                  && !name.equals("up")) {
                commands.add(List.of(name));
                command.getSubcommands().keySet().forEach(sub -> commands.add(List.of(name, sub)));
              }
            });
    return commands;
  }
}
