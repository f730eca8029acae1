package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Determines the user that the server runs as. PostgreSQL refuses to run as root, so servers of
 * root run in a separate user namespace without root's privileges, or else as the user nobody. The
 * owner of the data directory shows later starts which way was chosen.
 */
record RunAs(List<String> prefix, int user, int group) {

  private static final int ROOT_ID = 0;
  private static final int NOBODY_ID = 65_534;

  static RunAs choose(DataFolder folder) throws IOException, InterruptedException {
    Path base = folder.base();
    int userId = currentUser(base);
    if (userId != ROOT_ID) {
      return new RunAs(List.of(), userId, userId);
    }
    boolean exists = Files.exists(folder.cluster());
    int owner = exists ? (int) Files.getAttribute(folder.cluster(), "unix:uid") : ROOT_ID;
    if (owner != ROOT_ID) {
      return as(owner, (int) Files.getAttribute(folder.cluster(), "unix:gid"), base);
    }
    List<String> namespace = List.of("unshare", "-U");
    if (isUsable(namespace, base)) {
      return new RunAs(namespace, ROOT_ID, ROOT_ID);
    }
    RunAs nobody = as(NOBODY_ID, NOBODY_ID, base);
    if (exists) {
      Folders.changeOwner(folder.cluster(), nobody.user, nobody.group);
    }
    return nobody;
  }

  private static RunAs as(int user, int group, Path base) throws InterruptedException {
    List<String> setpriv =
        List.of("setpriv", "--reuid=" + user, "--regid=" + group, "--clear-groups", "--");
    if (isUsable(setpriv, base)) {
      return new RunAs(setpriv, user, group);
    }
    List<String> runuser = List.of("runuser", "-u", "nobody", "--");
    if (user == NOBODY_ID && isUsable(runuser, base)) {
      return new RunAs(runuser, user, group);
    }
    throw new EmbeddedPostgresException(
        "PostgreSQL does not run as root, and neither unshare, setpriv nor runuser works here:"
            + " start this program as another user");
  }

  private static boolean isUsable(List<String> prefix, Path base) throws InterruptedException {
    return ExternalProgram.succeeds(base, concat(prefix, List.of("true")));
  }

  private static int currentUser(Path base) throws IOException, InterruptedException {
    return Integer.parseInt(
        ExternalProgram.run(base, Duration.ofSeconds(20), List.of("id", "-u")).output().strip());
  }

  List<String> line(List<String> line) {
    return concat(prefix, line);
  }

  boolean canRun(String program, Path base) throws InterruptedException {
    return prefix.isEmpty() || ExternalProgram.succeeds(base, line(List.of("test", "-x", program)));
  }

  boolean canEnter(Path path) throws InterruptedException {
    return prefix.isEmpty()
        || ExternalProgram.succeeds(Path.of("/"), line(List.of("test", "-x", path.toString())));
  }

  boolean isOtherUser() {
    return user != ROOT_ID && !prefix.isEmpty();
  }

  private static List<String> concat(List<String> first, List<String> second) {
    var joined = new ArrayList<>(first);
    joined.addAll(second);
    return List.copyOf(joined);
  }
}
