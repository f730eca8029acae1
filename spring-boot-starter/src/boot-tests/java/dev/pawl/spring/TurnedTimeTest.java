package dev.pawl.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ExecutionStatus;
import dev.pawl.Pawl;
import dev.pawl.sdk.Json;
import dev.pawl.spring.test.PawlTest;
import dev.pawl.testkit.time.TurnedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@PawlTest(classes = TurnedTimeTest.Reminders.class)
class TurnedTimeTest {

  record Reminder(String customer) {}

  static class Reminders {
    private final List<String> sent = new ArrayList<>();

    @PawlHandler("remind")
    void remind(Reminder reminder) {
      sent.add(reminder.customer());
    }
  }

  @Autowired Pawl pawl;
  @Autowired TurnedClock clock;
  @Autowired Reminders reminders;

  @Test
  void shouldRemindAfterTwoDays() throws Exception {
    UUID id = pawl.start("reminder", Json.parse("{\"customer\": \"Ada\"}"));

    clock.advance(Duration.ofHours(47));
    assertThat(pawl.find(id).orElseThrow().status()).isEqualTo(ExecutionStatus.WAITING);
    assertThat(reminders.sent).isEmpty();

    clock.advance(Duration.ofHours(1));
    assertThat(pawl.find(id).orElseThrow().status()).isEqualTo(ExecutionStatus.SUCCEEDED);
    assertThat(reminders.sent).containsExactly("Ada");
  }
}
