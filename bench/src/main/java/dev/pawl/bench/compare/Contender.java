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
 * An engine that takes part.
 *
 * @param key its name in JSON
 * @param title its name for people
 * @param engine the class that drives it
 * @param classPath what its process is started with
 */
record Contender(String key, String title, String engine, String classPath) {

  static final String PAWL = "pawl";

  /** In the order of tables and charts. */
  static List<Contender> all() {
    String peers = peersClassPath();
    return List.of(
        new Contender(PAWL, "Pawl", PawlEngine.class.getName(), ownClassPath()),
        new Contender(
            "dbos",
            "DBOS Transact " + version(peers, "transact"),
            "dev.pawl.peers.dbos.DbosEngine",
            peers),
        new Contender(
            "dbscheduler",
            "db-scheduler " + version(peers, "db-scheduler"),
            "dev.pawl.peers.dbscheduler.DbSchedulerEngine",
            peers),
        new Contender(
            "flowable",
            "Flowable " + version(peers, "flowable-engine"),
            "dev.pawl.peers.flowable.FlowableEngine",
            peers));
  }

  /** Not an engine but the measure of the machine: a row for each transaction. */
  static Contender raw() {
    return new Contender("raw", "PostgreSQL", RawInserts.class.getName(), ownClassPath());
  }

  private static String ownClassPath() {
    return System.getProperty("java.class.path");
  }

  /** Their classes, and what these were built with, which is not on the class path of this. */
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
