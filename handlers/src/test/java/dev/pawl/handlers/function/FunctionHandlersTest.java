package dev.pawl.handlers.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.handlers.egress.EgressPolicy;
import dev.pawl.handlers.testing.CallFixture;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FunctionHandlersTest {

  private final CallFixture fixture = new CallFixture(EgressPolicy.PUBLIC_ONLY);

  @Test
  void shouldCallAnotherHandlerByName() throws Exception {
    List<HandlerCall> calls = new ArrayList<>();
    fixture.handler(
        "add",
        call -> {
          calls.add(call);
          return Json.of(call.input().get("a").orElseThrow().asLong() + 1);
        });

    Json result = fixture.call("FUNCTION", "{'name': 'add', 'params': {'a': 2}}");

    assertThat(result).isEqualTo(Json.of(3));
    assertThat(calls.getFirst().resource()).isEqualTo("add");
    assertThat(calls.getFirst().idempotencyKey()).isEqualTo(CallFixture.KEY);
    assertThat(calls.getFirst().origin().tenant()).isEqualTo(7);
  }

  @Test
  void shouldFailAsTheOtherHandlerDoes() {
    fixture.handler(
        "charge",
        call -> {
          throw new HandlerException("Payment.Declined", "no money");
        });

    assertThat(failure("FUNCTION", "{'name': 'charge'}").error()).isEqualTo("Payment.Declined");
    assertThat(failure("FUNCTION", "{'name': 'missing'}").error()).isEqualTo("UnknownOperation");
    assertThat(failure("FUNCTION", "{}").error()).isEqualTo("ConfigInvalid");
  }

  @Test
  void shouldTransformData() throws Exception {
    String input = "{\"lines\": [{\"price\": 2, \"count\": 3}, {\"price\": 5, \"count\": 1}]}";

    assertThat(
            fixture.call("TRANSFORM_DATA", "{'expression': '$sum(lines.(price * count))'}", input))
        .isEqualTo(Json.of(11));
    assertThat(fixture.call("TRANSFORM_DATA", "{'expression': 'a + 1', 'data': {'a': 1}}", input))
        .isEqualTo(Json.of(2));
    assertThat(fixture.call("TRANSFORM_DATA", "{'template': {'a': [1]}}", input))
        .isEqualTo(Json.parse("{\"a\": [1]}"));
    assertThat(failure("TRANSFORM_DATA", "{'expression': '1 +'}").error())
        .isEqualTo("States.QueryEvaluationError");
    assertThat(failure("TRANSFORM_DATA", "{}").error()).isEqualTo("ConfigInvalid");
  }

  @Test
  void shouldLogOneLineAndReturnTheInput() throws Exception {
    RecordingLog log = new RecordingLog();
    HandlerCall call =
        new HandlerCall(
            "LOG_MESSAGE",
            Json.parse(
                "{\"level\": \"warning\", \"message\": \"a\\nb\\u001b\", \"data\": {\"x\": 1}}"),
            CallFixture.KEY,
            1,
            Optional.empty(),
            Optional.empty());

    Json result = new LogMessage(log).handle(call);

    assertThat(result).isEqualTo(call.input());
    assertThat(log.lines).containsExactly("WARNING [  ] a\\u000ab\\u001b {\"x\":1}");
    assertThat(failure("LOG_MESSAGE", "{'message': 'x', 'level': 'loud'}"))
        .hasMessage("level: 'loud' is not allowed; use one of [debug, info, warning, error]");
  }

  private HandlerException failure(String resource, String config) {
    return catchThrowableOfType(HandlerException.class, () -> fixture.call(resource, config));
  }

  private static final class RecordingLog implements System.Logger {

    private final List<String> lines = new ArrayList<>();

    @Override
    public String getName() {
      return "test";
    }

    @Override
    public boolean isLoggable(Level level) {
      return true;
    }

    @Override
    public void log(
        Level level, @Nullable ResourceBundle bundle, String message, @Nullable Throwable thrown) {
      lines.add(level + " " + message);
    }

    @Override
    public void log(
        Level level, @Nullable ResourceBundle bundle, String format, @Nullable Object... values) {
      lines.add(level + " " + format);
    }
  }
}
