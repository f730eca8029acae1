package dev.pawl.server;

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

/** The page docs/roles.md: the roles that may call each endpoint, for people to review. */
final class RolesPage {

  static final Path FILE = Path.of(System.getProperty("pawl.root"), "docs", "roles.md");

  private static final String HEAD =
      """
      # Roles

      The roles that may call each endpoint of the API. A key has one or more roles and may call every endpoint that any of them allows; a call
      to any other endpoint gets the status 403. The build compares this page with the server, endpoint by endpoint and role by role, so a change
      of either shows here.

      Some requests need more than the table says: creating a flow with `?publish=true` and importing published versions need the permission to
      publish; `?everyTenant=true` needs `platform-admin`; a key cannot issue a key with more permissions than its own. Keys that are limited to
      flows or resources may call fewer endpoints ([keys](security.md#api-keys)). Without a key only `/health/live`, `/health/ready`,
      `/api/schemas/...`, `/signin` and the files of the web console can be called.

      """;

  private RolesPage() {}

  /** Generates the page from the endpoint table of the server. */
  static String generated() {
    List<Role> roles = List.of(Role.values());
    Stream<String> rows =
        ServerEndpoints.TABLE.names().stream()
            .map(
                endpoint ->
                    row(
                        "`" + endpoint + "`",
                        roles.stream()
                            .map(
                                role ->
                                    role.may(
                                        ServerEndpoints.TABLE.permission(endpoint).orElseThrow()))
                            .map(may -> may ? "yes" : "no")));
    return HEAD
        + row("endpoint", roles.stream().map(Role::code))
        + row("---", roles.stream().map(role -> "---"))
        + rows.collect(Collectors.joining());
  }

  private static String row(String first, Stream<String> others) {
    return Stream.concat(Stream.of(first), others).collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  /** Reads the page: for each endpoint the codes of the roles that may call it. */
  static Map<String, List<String>> read() throws IOException {
    List<List<String>> rows =
        Files.readAllLines(FILE).stream()
            .filter(line -> line.startsWith("| ") && !line.startsWith("| ---"))
            .map(line -> List.of(line.substring(2, line.length() - 2).split(" \\| ")))
            .toList();
    List<String> roles = rows.getFirst();
    Map<String, List<String>> endpoints = new HashMap<>();
    for (List<String> row : rows.subList(1, rows.size())) {
      List<String> may = new ArrayList<>();
      for (int i = 1; i < roles.size(); i++) {
        if (row.get(i).equals("yes")) {
          may.add(roles.get(i));
        }
      }
      endpoints.put(row.getFirst().replace("`", ""), may);
    }
    return endpoints;
  }

  /** Reads the roles of one endpoint; fails if the page does not list it. */
  static List<String> rolesFor(String endpoint) throws IOException {
    return Optional.ofNullable(read().get(endpoint))
        .orElseThrow(() -> new AssertionError("docs/roles.md does not list " + endpoint));
  }
}
