package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The user the server runs as. PostgreSQL refuses to run as root, so root's servers run in a user
 * namespace of their own, where root is nobody special, or else as the user nobody. The data
 * directory's owner tells later starts which way was taken.
 */
record RunAs(List<String> prefix, int user, int group) {

  private static final int ROOT = 0;
  private static final int NOBODY = 65_534;

  static RunAs choose(DataFolder folder) throws IOException, InterruptedException {
    Path base = folder.base();
    int me = currentUser(base);
    if (me != ROOT) {
      return new RunAs(List.of(), me, me);
    }
    boolean exists = Files.exists(folder.cluster());
    int owner = exists ? (int) Files.getAttribute(folder.cluster(), "unix:uid") : ROOT;
    if (owner != ROOT) {
      return as(owner, (int) Files.getAttribute(folder.cluster(), "unix:gid"), base);
    }
    List<String> namespace = List.of("unshare", "-U");
    if (works(namespace, base)) {
      return new RunAs(namespace, ROOT, ROOT);
    }
    RunAs nobody = as(NOBODY, NOBODY, base);
    if (exists) {
      Folders.give(folder.cluster(), nobody.user, nobody.group);
    }
    return nobody;
  }

  private static RunAs as(int user, int group, Path base) throws InterruptedException {
    List<String> setpriv =
        List.of("setpriv", "--reuid=" + user, "--regid=" + group, "--clear-groups", "--");
    if (works(setpriv, base)) {
      return new RunAs(setpriv, user, group);
    }
    List<String> runuser = List.of("runuser", "-u", "nobody", "--");
    if (user == NOBODY && works(runuser, base)) {
      return new RunAs(runuser, user, group);
    }
    throw new EmbeddedPostgresException(
        "PostgreSQL does not run as root, and neither unshare, setpriv nor runuser works here:"
            + " start this program as another user");
  }

  private static boolean works(List<String> prefix, Path base) throws InterruptedException {
    return Program.succeeds(base, join(prefix, List.of("true")));
  }

  private static int currentUser(Path base) throws IOException, InterruptedException {
    return Integer.parseInt(
        Program.run(base, Duration.ofSeconds(20), List.of("id", "-u")).output().strip());
  }

  List<String> line(List<String> line) {
    return join(prefix, line);
  }

  boolean canRun(String program, Path base) throws InterruptedException {
    return prefix.isEmpty() || Program.succeeds(base, line(List.of("test", "-x", program)));
  }

  boolean canEnter(Path path) throws InterruptedException {
    return prefix.isEmpty()
        || Program.succeeds(Path.of("/"), line(List.of("test", "-x", path.toString())));
  }

  boolean isSomebodyElse() {
    return user != ROOT && !prefix.isEmpty();
  }

  private static List<String> join(List<String> first, List<String> second) {
    var joined = new ArrayList<>(first);
    joined.addAll(second);
    return List.copyOf(joined);
  }
}
