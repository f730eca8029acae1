package dev.pawl.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Status;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Priority;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.database.DatabaseUnusableException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PawlTest {

  private static final String HELLO =
      """
      StartAt: Greet
      States:
        Greet: {Type: Task, Resource: greet, End: true}
      """;

  @TempDir Path folder;

  @Test
  void shouldRunAFlowInFiveLinesAndFindItAgain() throws Exception {
    ExecutionId id;
    try (Pawl pawl = Pawl.in(folder).handler("greet", call -> Json.of("Hello")).start()) {
      pawl.deploy("hello", HELLO);
      id = pawl.start("hello", JsonObject.EMPTY);
      assertThat(pawl.await(id, Duration.ofSeconds(30)).orElseThrow().output())
          .contains(Json.of("Hello"));
    }

    try (Pawl pawl = Pawl.in(folder).start()) {
      assertThat(pawl.control().find(pawl.key(id)).orElseThrow().status())
          .isEqualTo(Status.SUCCEEDED);
    }
  }

  @Test
  void shouldStartAndSignalWithinATransactionOfTheCaller() throws Exception {
    try (Pawl pawl = Pawl.in(folder).handler("greet", call -> call.input()).start();
        Connection connection = pawl.connect()) {
      pawl.deploy(
          "waits",
          """
          StartAt: Wait
          States:
            Wait: {Type: Wait, Event: go, Next: Greet}
            Greet: {Type: Task, Resource: greet, End: true}
          """);
      connection.setAutoCommit(false);

      ExecutionId never = pawl.start(connection, "waits", JsonObject.EMPTY);
      connection.rollback();
      ExecutionId id = pawl.start(connection, "waits", JsonObject.EMPTY);
      connection.commit();
      pawl.signal(connection, id, "go", Json.of("not this"));
      connection.rollback();
      pawl.signal(connection, id, "go", Json.of("this"));
      connection.commit();

      assertThat(pawl.await(id, Duration.ofSeconds(30)).orElseThrow().output())
          .contains(Json.of("this"));
      assertThat(pawl.control().find(pawl.key(never))).isEmpty();
    }
  }

  @Test
  void shouldRefuseNamesAndLabelsBeyondTheirLimits() throws Exception {
    try (Pawl pawl = Pawl.in(folder).start();
        Connection connection = pawl.connect()) {
      connection.setAutoCommit(false);
      pawl.deploy(
          "waits",
          """
          StartAt: Wait
          States:
            Wait: {Type: Wait, Event: go, End: true}
          """);
      Map<String, String> many = new HashMap<>();
      for (int i = 0; i < 21; i++) {
        many.put("n" + i, "v");
      }

      for (Card.Tags bad :
          List.of(
              tags(Optional.of("k".repeat(201)), Map.of()),
              tags(Optional.of("nul \0"), Map.of()),
              tags(Optional.empty(), Map.of("n".repeat(64), "v")),
              tags(Optional.empty(), Map.of("n", "v".repeat(201))),
              tags(Optional.empty(), many))) {
        Launch launch = Launch.of("waits", JsonObject.EMPTY).with(bad);
        assertThatThrownBy(() -> pawl.start(launch)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> pawl.start(connection, launch))
            .isInstanceOf(IllegalArgumentException.class);
      }
      many.remove("n0");
      ExecutionId id =
          pawl.start(
              Launch.of("waits", JsonObject.EMPTY).with(tags(Optional.of("k".repeat(200)), many)));
      assertThatThrownBy(() -> pawl.signal(id, "e".repeat(201), JsonObject.EMPTY))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("at most 200 characters");
      assertThatThrownBy(() -> pawl.signal(connection, id, "e".repeat(201), JsonObject.EMPTY))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static Card.Tags tags(Optional<String> businessKey, Map<String, String> labels) {
    return new Card.Tags(Priority.NORMAL, businessKey, labels, Optional.empty(), Optional.empty());
  }

  @Test
  void shouldSayWhatToDoAboutADatabaseThatIsNotThere() {
    assertThatThrownBy(() -> Pawl.on(Database.at("postgresql://localhost:1/nobody")).start())
        .isInstanceOf(DatabaseUnusableException.class)
        .hasMessageContaining("check host and port");
  }

  @Test
  void shouldStartNothingOnAConnectionWithoutATransaction() throws Exception {
    try (Pawl pawl = Pawl.in(folder).start();
        Connection connection = pawl.connect()) {
      pawl.deploy("hello", HELLO);

      assertThatThrownBy(() -> pawl.start(connection, "hello", JsonObject.EMPTY))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("setAutoCommit(false)");
    }
  }

  @Test
  void shouldBearToBeClosedTwice() {
    Pawl pawl = Pawl.in(folder).start();

    pawl.close();
    pawl.close();

    assertThatThrownBy(() -> pawl.start("hello", JsonObject.EMPTY)).hasMessageContaining("closed");
  }
}
