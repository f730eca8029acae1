package dev.pawl.server.failure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages of equal errors have the same form, those of different errors another. */
class MessagePatternTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "Your card has insufficient funds. | Your card has insufficient funds.",
        "Card 4711 has no funds | Card <n> has no funds",
        "limit of 1,024.50 exceeded by -3 | limit of <n> exceeded by <n>",
        "order A-17 is unknown | order A-<n> is unknown",
        "no charge ch_3NkXz82LpQ17 | no charge ch_<id>",
        "execution 0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11 ended | execution <id> ended",
        "digest 9f86d081884c7d659a2feaa0c55ad015 differs | digest <id> differs",
        "No tariff for household-plus on 2026-11-19 | No tariff for household-plus on <date>",
        "expired 2026-11-19T18:02:11.123Z, renew it | expired <date>, renew it",
        "at 12:03:04.120 and on 3/11/2026 | at <date> and on <date>",
        "Connection refused: db.acme.internal:5432 | Connection refused: <host>",
        "10.0.0.7:25 did not answer | <host> did not answer",
        "warehouse-2.example.com is in maintenance | <host> is in maintenance",
        "GET https://api.crm.example/v1/orders/17?key=abc: 503 | GET"
            + " https://<host>/v<n>/orders/<n>?<query> <n>",
        "field 'amount' is missing | field <value> is missing",
        "unknown \"colour\" | unknown <value>",
        "can't find the user's mailbox | can't find the user's mailbox",
        "mail to jane.doe@example.com bounced | mail to <email> bounced",
        "java.lang.IllegalStateException: no session | java.lang.IllegalStateException: no session",
        "items 1, 2, 3 and 4 are missing | items <n>, ... are missing",
        "items 7 and 9 are missing | items <n>, ... are missing",
      })
  void shouldReplaceWhatDiffers(String message, String form) {
    assertThat(MessagePattern.of(message)).isEqualTo(form);
  }

  @Test
  void shouldBoundEveryMessage() {
    String long_ = "é".repeat(100_000);

    assertThat(MessagePattern.of(long_)).hasSize(MessagePattern.MAX_LENGTH);
    assertThat(MessagePattern.of("")).isEmpty();
    assertThat(MessagePattern.of(" \n\t ")).isEmpty();
    assertThat(MessagePattern.of("a\r\n  b")).isEqualTo("a b");
    assertThat(MessagePattern.of("x".repeat(MessagePattern.MAX_LENGTH - 1) + "\ud83d\ude00"))
        .hasSize(MessagePattern.MAX_LENGTH - 1);
  }

  @Test
  void shouldNotChangeItsOwnResults() {
    String form = MessagePattern.of("order A-17 of 'x' at 10.0.0.1 on 2026-01-02");

    assertThat(MessagePattern.of(form)).isEqualTo(form);
  }
}
