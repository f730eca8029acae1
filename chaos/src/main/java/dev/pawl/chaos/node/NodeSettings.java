package dev.pawl.chaos.node;

import java.time.Duration;
import java.util.List;

/**
 * The command-line arguments of a node process.
 *
 * @param name its unique name in the ledger and in logs
 * @param ledger the port of the ledger
 * @param failpoint see {@link Failpoint}; empty for none
 */
public record NodeSettings(
    String name,
    String url,
    String user,
    String password,
    int ledger,
    Duration lease,
    int maxOwned,
    String failpoint) {

  public NodeSettings named(String newName) {
    return new NodeSettings(newName, url, user, password, ledger, lease, maxOwned, failpoint);
  }

  public NodeSettings at(String newUrl) {
    return new NodeSettings(name, newUrl, user, password, ledger, lease, maxOwned, failpoint);
  }

  public NodeSettings failing(Failpoint at) {
    return new NodeSettings(name, url, user, password, ledger, lease, maxOwned, at.toString());
  }

  public NodeSettings owning(int atMost) {
    return new NodeSettings(name, url, user, password, ledger, lease, atMost, failpoint);
  }

  List<String> arguments() {
    return List.of(
        name,
        url,
        user,
        password,
        Integer.toString(ledger),
        Long.toString(lease.toMillis()),
        Integer.toString(maxOwned),
        failpoint);
  }

  static NodeSettings parse(String[] arguments) {
    return new NodeSettings(
        arguments[0],
        arguments[1],
        arguments[2],
        arguments[3],
        Integer.parseInt(arguments[4]),
        Duration.ofMillis(Long.parseLong(arguments[5])),
        Integer.parseInt(arguments[6]),
        arguments.length > 7 ? arguments[7] : "");
  }
}
