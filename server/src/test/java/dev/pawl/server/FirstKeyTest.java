package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.postgres.embedded.FreePort;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A database has one first key, stored for the operator who set it up, even after a crash. */
@ExtendWith(OneServer.class)
@Execution(ExecutionMode.CONCURRENT)
class FirstKeyTest {

  private static long platformKeys(PawlServer server) {
    return server
        .tables()
        .update(
            "update pawl.api_key set name = name"
                + " where 'platform-admin' = any(roles) and revoked_at is null and tenant = 1");
  }

  @Test
  void shouldNotCreateAnotherKeyForAJoiningNode(OneServer.Running running, @TempDir Path data)
      throws Exception {
    long before = platformKeys(running.server());
    try (PawlServer other =
        PawlServer.start(
            ServerSettings.in(data)
                .withPort(0)
                .withDatabase(running.server().database())
                .withMasterKey(TestSettings.MASTER_KEY))) {
      assertThat(other.hasKey()).isFalse();
      assertThat(data.resolve(FirstKey.FILE)).doesNotExist();
      assertThat(data.resolve(FirstKey.TEMPORARY_FILE)).doesNotExist();
      assertThat(platformKeys(other)).isEqualTo(before);
    }
  }

  @Test
  void shouldNotNeedAFolderForAJoiningNode(OneServer.Running running, @TempDir Path data)
      throws Exception {
    Path noFolder = Files.writeString(data.resolve("file"), "");
    try (PawlServer other =
        PawlServer.start(
            ServerSettings.in(noFolder)
                .withPort(0)
                .withDatabase(running.server().database())
                .withMasterKey(TestSettings.MASTER_KEY))) {
      assertThat(other.hasKey()).isFalse();
    }
  }

  @Test
  void shouldStopEverythingIfItsKeyCannotBeStored(OneServer.Running running, @TempDir Path data)
      throws Exception {
    Files.createDirectories(data.resolve(FirstKey.FILE));
    int port = FreePort.find();

    assertThatThrownBy(
            () ->
                PawlServer.start(
                    ServerSettings.in(data)
                        .withPort(port)
                        .withDatabase(running.server().database())
                        .withMasterKey(TestSettings.MASTER_KEY)))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(FirstKey.FILE);

    assertThatThrownBy(
            () ->
                new Wire(URI.create("http://127.0.0.1:" + port))
                    .call("GET", "/health/live", List.of(), ""))
        .isInstanceOf(ConnectException.class);
  }

  @Test
  void shouldReplaceAKeyFileOfAnotherDatabase(OneServer.Running running, @TempDir Path data)
      throws Exception {
    // A key of another database, and the empty file that a crash left.
    for (String stale : new String[] {running.adminKey(), ""}) {
      Path folder = data.resolve("of-" + stale.length());
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(FirstKey.FILE), stale);
      try (PawlServer fresh = PawlServer.start(ServerSettings.in(folder).withPort(0))) {
        String key = Files.readString(folder.resolve(FirstKey.FILE));

        assertThat(fresh.hasKey()).isTrue();
        assertThat(key).isNotEqualTo(stale);
        assertThat(new Api(fresh.address(), Optional.of(key)).get("/api/tenants").status())
            .isEqualTo(200);
      }
    }
  }

  @Test
  void shouldFinishWorkInterruptedByACrash(@TempDir Path data) throws Exception {
    try (PawlServer server = PawlServer.start(ServerSettings.in(data).withPort(0))) {
      assertThat(server.hasKey()).isTrue();
    }
    // The key is in the database, and the file has not been renamed yet.
    Files.move(data.resolve(FirstKey.FILE), data.resolve(FirstKey.TEMPORARY_FILE));

    try (PawlServer again = PawlServer.start(ServerSettings.in(data).withPort(0))) {
      String key = Files.readString(data.resolve(FirstKey.FILE));
      assertThat(new Api(again.address(), Optional.of(key)).get("/api/tenants").status())
          .isEqualTo(200);
      assertThat(platformKeys(again)).isEqualTo(1);
      assertThat(data.resolve(FirstKey.TEMPORARY_FILE)).doesNotExist();
    }
  }
}
