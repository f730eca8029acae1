package dev.pawl.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordBinderTest {

  enum Size {
    SMALL,
    LARGE
  }

  record Line(String item, int count, BigDecimal price) {}

  record Order(
      UUID id,
      Instant at,
      Size size,
      List<Line> lines,
      Map<String, Boolean> flags,
      Optional<String> note,
      @Nullable String comment,
      Json extra) {}

  record Positive(long value) {
    Positive {
      if (value < 1) {
        throw new IllegalArgumentException("value must be positive");
      }
    }
  }

  private static final String ORDER =
      """
      {"id": "0198c0de-0000-7000-8000-000000000001", "at": "2030-01-01T02:00:00+02:00", "size": "LARGE",
       "lines": [{"item": "book", "count": 2, "price": 12345678901234567890.12}],
       "flags": {"gift": true}, "extra": [1], "unknown": 1}
      """;

  @Test
  void shouldReadANestedRecord() {
    Order order = JsonBinder.RECORDS.read(Json.parse(ORDER), Order.class);

    assertThat(order.at()).isEqualTo(Instant.parse("2030-01-01T00:00:00Z"));
    assertThat(order.size()).isEqualTo(Size.LARGE);
    assertThat(order.lines())
        .containsExactly(new Line("book", 2, new BigDecimal("12345678901234567890.12")));
    assertThat(order.flags()).containsEntry("gift", true);
    assertThat(order.note()).isEmpty();
    assertThat(order.comment()).isNull();
    assertThat(order.extra()).isEqualTo(Json.parse("[1]"));
  }

  @Test
  void shouldReadBackWhatItWrote() {
    Order order = JsonBinder.RECORDS.read(Json.parse(ORDER), Order.class);

    Json written = JsonBinder.RECORDS.write(order);

    assertThat(JsonBinder.RECORDS.read(written, Order.class)).isEqualTo(order);
    assertThat(written.get("note")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"count\": 2 | \"count\": 2.5 | /lines/0/count: expected a number (int), got number 2.5",
        "\"count\": 2 | \"count\": 3000000000 | /lines/0/count: expected a number (int)",
        "\"count\": 2 | \"amount\": 2 | /lines/0/count: expected a number (int), but the member is"
            + " missing",
        "\"LARGE\" | \"HUGE\" | /size: expected one of [SMALL, LARGE], got string \"HUGE\"",
        "\"gift\": true | \"a/b\": 1 | /flags/a~1b: expected a boolean, got number 1",
        "2030-01-01T02:00:00+02:00 | today | /at: expected a string (Instant), got string"
            + " \"today\"",
        "\"book\" | null | /lines/0/item: expected a string, but the member is null",
      })
  void shouldNameTheLocationAndTheExpectedType(String old, String replacement, String message) {
    Json value = Json.parse(ORDER.replace(old, replacement));

    assertThatThrownBy(() -> JsonBinder.RECORDS.read(value, Order.class))
        .isInstanceOf(JsonBindingException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void shouldNameTheRecordThatRefusesItsValue() {
    assertThatThrownBy(() -> JsonBinder.RECORDS.read(Json.parse("{\"value\": 0}"), Positive.class))
        .hasMessageContaining("Positive refuses it")
        .hasMessageContaining("value must be positive");
    assertThatThrownBy(() -> JsonBinder.RECORDS.read(Json.parse("[]"), Positive.class))
        .hasMessage("(whole value): expected an object for Positive, got array []");
    assertThatThrownBy(() -> JsonBinder.RECORDS.read(Json.of("x"), Thread.class))
        .hasMessageContaining("java.lang.Thread cannot be read from JSON; use a record");
  }

  @Test
  void shouldReadInputAndSettingsOfACall() {
    HandlerCall call =
        new HandlerCall(
            "r",
            Json.parse("{\"item\": \"book\", \"count\": 1, \"price\": 2}"),
            Optional.of(Json.parse("{\"value\": 7}")),
            "key",
            1,
            Optional.empty(),
            Optional.empty(),
            CallOrigin.UNKNOWN,
            CallServices.NONE);

    assertThat(call.input(Line.class)).isEqualTo(new Line("book", 1, new BigDecimal(2)));
    assertThat(call.config(Positive.class)).isEqualTo(new Positive(7));
  }

  /** A service that is added to the interface later must pass through as well. */
  @Test
  void shouldKeepAllServicesOfACallWithAnotherBinder() throws Exception {
    List<String> called = new ArrayList<>();
    CallServices services =
        (CallServices)
            Proxy.newProxyInstance(
                CallServices.class.getClassLoader(),
                new Class<?>[] {CallServices.class},
                (proxy, method, arguments) -> {
                  called.add(method.getName());
                  return method.getReturnType() == Optional.class ? Optional.empty() : null;
                });
    CallServices wrapped = new CallServicesWithBinder(services, JsonBinder.RECORDS);
    List<String> expected = new ArrayList<>();

    for (Method method : CallServices.class.getMethods()) {
      if (!method.getName().equals("binder")) {
        expected.add(method.getName());
        method.invoke(wrapped, new Object[method.getParameterCount()]);
      }
    }

    assertThat(called).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(wrapped.binder()).isSameAs(JsonBinder.RECORDS);
  }
}
