package dev.pawl.chaos.scenario;

import dev.pawl.chaos.cluster.InstalledPostgresServer;
import dev.pawl.chaos.cluster.NodeCluster;
import dev.pawl.chaos.cluster.TemporaryFolders;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.program.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A full disk and the loss of the database server. */
final class ServerScenarios {

  private static final int DISK_MEGABYTES = 220;

  private ServerScenarios() {}

  /** Fills the disk under load and frees it again. */
  static ScenarioReport diskFull(ScenarioContext context) throws Exception {
    Optional<Path> programs = InstalledPostgresServer.installed();
    if (programs.isEmpty()) {
      return ScenarioReport.skipped("needs an installed PostgreSQL");
    }
    if (!InstalledPostgresServer.isRoot()) {
      return ScenarioReport.skipped("needs root, to mount a small disk");
    }
    Path folder = TemporaryFolders.open();
    TemporaryFolders.mount(folder, DISK_MEGABYTES);
    try (InstalledPostgresServer server =
        InstalledPostgresServer.create(
            programs.get(), folder, List.of("min_wal_size=32MB", "max_wal_size=64MB"))) {
      return fill(context, server, folder);
    } finally {
      TemporaryFolders.unmount(folder);
      Files.delete(folder);
    }
  }

  private static ScenarioReport fill(
      ScenarioContext context, InstalledPostgresServer server, Path folder) throws Exception {
    Program program = Programs.five();
    try (NodeCluster cluster = context.cluster(server, ScenarioContext.LEASE, 2, program)) {
      Thread load =
          NodeScenarios.repeat(
              Duration.ofMillis(context.choose(70, 20)), () -> cluster.crowd().begin(program));
      try {
        for (int round = 0; round < context.choose(1, 3); round++) {
          Thread.sleep(context.seconds(3, 10));
          Path filler = TemporaryFolders.fill(folder);
          server.exhaust();
          Thread.sleep(context.seconds(8, 30));
          Files.delete(filler);
          server.awaitBack();
          Thread.sleep(Duration.ofSeconds(3));
        }
      } finally {
        NodeScenarios.end(load);
      }
      return context.judge(cluster, context.seconds(40, 70));
    }
  }

  /** Kills the primary under load and promotes its synchronous replica. */
  static ScenarioReport failover(ScenarioContext context) throws Exception {
    Optional<Path> programs = InstalledPostgresServer.installed();
    if (programs.isEmpty()) {
      return ScenarioReport.skipped("needs an installed PostgreSQL");
    }
    Path primaryFolder = TemporaryFolders.open();
    Path standbyFolder = TemporaryFolders.open();
    try (InstalledPostgresServer primary =
            InstalledPostgresServer.create(
                programs.get(),
                primaryFolder,
                List.of("wal_level=replica", "max_wal_senders=5", "hot_standby=on"));
        InstalledPostgresServer standby = primary.follower(standbyFolder)) {
      return failOver(context, primary, standby);
    } finally {
      TemporaryFolders.delete(primaryFolder);
      TemporaryFolders.delete(standbyFolder);
    }
  }

  private static ScenarioReport failOver(
      ScenarioContext context, InstalledPostgresServer primary, InstalledPostgresServer standby)
      throws Exception {
    Program program = Programs.five();
    Program everything = Programs.everything();
    try (NodeCluster cluster =
        context.cluster(primary, ScenarioContext.LEASE, 2, program, everything)) {
      primary.confirmBy("standby");
      cluster.crowd().begin(everything, context.choose(5, 50));
      Thread load =
          NodeScenarios.repeat(
              Duration.ofMillis(context.choose(70, 20)), () -> cluster.crowd().begin(program));
      try {
        Thread.sleep(context.seconds(4, 20));
        cluster.checkNodes();
        primary.kill();
        standby.promote();
        cluster.moveTo(standby.port());
        Thread.sleep(context.seconds(3, 20));
      } finally {
        NodeScenarios.end(load);
      }
      return context.judge(cluster, Duration.ofSeconds(40));
    }
  }
}
