package dev.pawl.server;

import dev.pawl.server.access.Doors;
import dev.pawl.server.access.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** docs/roles.md: which role goes through which door, for people to read and to agree to. */
final class RolesPage {

  static final Path FILE = Path.of(System.getProperty("pawl.root"), "docs", "roles.md");

  private static final String HEAD =
      """
      # Roles

      Which role goes through which door of the API. A key has one role or more, and goes where any of them goes; whoever comes to another
      door gets 403. The build compares this page with the server, door by door and role by role: a change of either shows here.

      Some doors ask for more where more is asked of them: creating with `?publish=true`, and importing what is published, is for those
      who may publish; `?everyTenant=true` is for platform administrators; nobody issues a key that may do more than their own. Keys that are
      limited to flows or resources find fewer doors open ([keys](security.md#keys)). Without a key `/health/live`, `/health/ready`,
      `/signin` and `/` are open, and nothing else.

      """;

  private RolesPage() {}

  /** As it must be, by the tables of the server. */
  static String generated() {
    List<Role> roles = List.of(Role.values());
    Stream<String> rows =
        Doors.names().stream()
            .map(
                door ->
                    row(
                        "`" + door + "`",
                        roles.stream()
                            .map(role -> role.may(Doors.permission(door).orElseThrow()))
                            .map(may -> may ? "yes" : "no")));
    return HEAD
        + row("door", roles.stream().map(Role::code))
        + row("---", roles.stream().map(role -> "---"))
        + rows.collect(Collectors.joining());
  }

  private static String row(String first, Stream<String> others) {
    return Stream.concat(Stream.of(first), others).collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  /** What the page says of each door: the codes of the roles that go through it. */
  static Map<String, List<String>> read() throws IOException {
    List<List<String>> rows =
        Files.readAllLines(FILE).stream()
            .filter(line -> line.startsWith("| ") && !line.startsWith("| ---"))
            .map(line -> List.of(line.substring(2, line.length() - 2).split(" \\| ")))
            .toList();
    List<String> roles = rows.getFirst();
    Map<String, List<String>> doors = new HashMap<>();
    for (List<String> row : rows.subList(1, rows.size())) {
      List<String> may = new ArrayList<>();
      for (int i = 1; i < roles.size(); i++) {
        if (row.get(i).equals("yes")) {
          may.add(roles.get(i));
        }
      }
      doors.put(row.getFirst().replace("`", ""), may);
    }
    return doors;
  }

  /** Of one door; a door that the page does not know is an error. */
  static List<String> rolesFor(String door) throws IOException {
    return Optional.ofNullable(read().get(door))
        .orElseThrow(() -> new AssertionError("docs/roles.md does not tell of " + door));
  }
}
