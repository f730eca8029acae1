package dev.pawl.bench.compare;

import dev.pawl.peers.Engine;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An engine that takes part in the comparison.
 *
 * @param key its name in JSON
 * @param title its display name
 * @param engine the class name of its {@code Engine}
 * @param classPath the class path of its process
 */
record ComparedEngine(String key, String title, String engine, String classPath) {

  static final String PAWL = "pawl";

  /** Returns all engines in the order of tables and charts. */
  static List<ComparedEngine> all() {
    String peers = peersClassPath();
    return List.of(
        new ComparedEngine(PAWL, "Pawl", PawlEngine.class.getName(), ownClassPath()),
        new ComparedEngine(
            "dbos",
            "DBOS Transact " + version(peers, "transact"),
            "dev.pawl.peers.dbos.DbosEngine",
            peers),
        new ComparedEngine(
            "dbscheduler",
            "db-scheduler " + version(peers, "db-scheduler"),
            "dev.pawl.peers.dbscheduler.DbSchedulerEngine",
            peers),
        new ComparedEngine(
            "flowable",
            "Flowable " + version(peers, "flowable-engine"),
            "dev.pawl.peers.flowable.FlowableEngine",
            peers));
  }

  /** Returns the raw-insert baseline: one row per transaction, without an engine. */
  static ComparedEngine raw() {
    return new ComparedEngine("raw", "PostgreSQL", RawInserts.class.getName(), ownClassPath());
  }

  private static String ownClassPath() {
    return System.getProperty("java.class.path");
  }

  /**
   * Returns the class path of the peers module, whose dependencies are not on the class path of
   * this module.
   */
  private static String peersClassPath() {
    try (InputStream file = Engine.class.getResourceAsStream("class.path")) {
      if (file == null) {
        throw new IllegalStateException("peers was not built by Maven: its class path is missing");
      }
      Path classes =
          Path.of(Engine.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return classes
          + File.pathSeparator
          + new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String version(String classPath, String artifact) {
    Matcher jar =
        Pattern.compile("[/\\\\]" + artifact + "-(\\d[^/\\\\]*)\\.jar").matcher(classPath);
    return jar.find() ? jar.group(1) : "?";
  }
}
