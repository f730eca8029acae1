package dev.pawl.chaos.scenario;

import dev.pawl.chaos.cluster.Cluster;
import dev.pawl.chaos.cluster.Folders;
import dev.pawl.chaos.cluster.PrivateServer;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.program.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What an operator fears most: a full disk, and the loss of the server itself. */
final class ServerScenarios {

  private static final int DISK_MEGABYTES = 220;

  private ServerScenarios() {}

  /** The disk fills up under load, and is freed again. */
  static Report diskFull(Arena arena) throws Exception {
    Optional<Path> programs = PrivateServer.installed();
    if (programs.isEmpty()) {
      return Report.skipped("needs an installed PostgreSQL");
    }
    if (!PrivateServer.isRoot()) {
      return Report.skipped("needs root, to mount a small disk");
    }
    Path folder = Folders.open();
    Folders.mount(folder, DISK_MEGABYTES);
    try (PrivateServer server =
        PrivateServer.create(
            programs.get(), folder, List.of("min_wal_size=32MB", "max_wal_size=64MB"))) {
      return fill(arena, server, folder);
    } finally {
      Folders.unmount(folder);
      Files.delete(folder);
    }
  }

  private static Report fill(Arena arena, PrivateServer server, Path folder) throws Exception {
    Program program = Programs.five();
    try (Cluster cluster = arena.cluster(server, Arena.LEASE, 2, program)) {
      Thread load =
          NodeScenarios.repeat(
              Duration.ofMillis(arena.choose(70, 20)), () -> cluster.crowd().begin(program));
      try {
        for (int round = 0; round < arena.choose(1, 3); round++) {
          Thread.sleep(arena.seconds(3, 10));
          Path filler = Folders.fill(folder);
          server.exhaust();
          Thread.sleep(arena.seconds(8, 30));
          Files.delete(filler);
          server.awaitBack();
          Thread.sleep(Duration.ofSeconds(3));
        }
      } finally {
        NodeScenarios.end(load);
      }
      return arena.judge(cluster, arena.seconds(40, 70));
    }
  }

  /**
   * The server is lost under load, and the copy that had confirmed every commit takes its place.
   */
  static Report failover(Arena arena) throws Exception {
    Optional<Path> programs = PrivateServer.installed();
    if (programs.isEmpty()) {
      return Report.skipped("needs an installed PostgreSQL");
    }
    Path primaryFolder = Folders.open();
    Path standbyFolder = Folders.open();
    try (PrivateServer primary =
            PrivateServer.create(
                programs.get(),
                primaryFolder,
                List.of("wal_level=replica", "max_wal_senders=5", "hot_standby=on"));
        PrivateServer standby = primary.follower(standbyFolder)) {
      return failOver(arena, primary, standby);
    } finally {
      Folders.delete(primaryFolder);
      Folders.delete(standbyFolder);
    }
  }

  private static Report failOver(Arena arena, PrivateServer primary, PrivateServer standby)
      throws Exception {
    Program program = Programs.five();
    Program everything = Programs.everything();
    try (Cluster cluster = arena.cluster(primary, Arena.LEASE, 2, program, everything)) {
      primary.confirmBy("standby");
      cluster.crowd().begin(everything, arena.choose(5, 50));
      Thread load =
          NodeScenarios.repeat(
              Duration.ofMillis(arena.choose(70, 20)), () -> cluster.crowd().begin(program));
      try {
        Thread.sleep(arena.seconds(4, 20));
        cluster.look();
        primary.kill();
        standby.promote();
        cluster.moveTo(standby.port());
        Thread.sleep(arena.seconds(3, 20));
      } finally {
        NodeScenarios.end(load);
      }
      return arena.judge(cluster, Duration.ofSeconds(40));
    }
  }
}
