package dev.pawl.handlers.function;

import dev.pawl.handlers.settings.HandlerSettings;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.HandlerDescriptor.EffectScope;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code LOG_MESSAGE}: writes a line to the log of the node and returns its input. */
public final class LogMessage implements Handler {

  private static final int MAX_MESSAGE_CHARACTERS = 10_000;
  private static final List<String> LEVELS = List.of("debug", "info", "warning", "error");

  private static final HandlerDescriptor DESCRIPTOR =
      new HandlerDescriptor(
          "Log message",
          "Data",
          "Writes a line to the log of the node; the input passes through unchanged.",
          "file-text",
          Json.parse(
              """
              {
                "type": "object",
                "required": ["message"],
                "properties": {
                  "level": {"enum": ["debug", "info", "warning", "error"], "default": "info"},
                  "message": {"type": "string"},
                  "data": {"description": "Any value, written after the message"}
                },
                "additionalProperties": false
              }
              """),
          JsonBool.TRUE,
          JsonBool.TRUE,
          List.of(HandlerSettings.CONFIG_INVALID),
          EffectScope.NONE,
          Optional.of(Duration.ofSeconds(30)));

  private final System.Logger log;

  /** Creates the handler with the log it writes to. */
  public LogMessage(System.Logger log) {
    this.log = log;
  }

  @Override
  public HandlerDescriptor descriptor() {
    return DESCRIPTOR;
  }

  @Override
  public Json handle(HandlerCall call) throws HandlerException {
    HandlerSettings settings = HandlerSettings.of(call);
    Level level = Level.valueOf(settings.choice("level", "info", LEVELS).toUpperCase(Locale.ROOT));
    String data = settings.value("data").map(value -> " " + value).orElse("");
    String line =
        "[%s %s %s] %s%s"
            .formatted(
                call.origin().flow(),
                call.executionId(),
                call.origin().step(),
                settings.requiredText("message"),
                data);
    log.log(level, () -> oneLine(call.services().mask(line)));
    return call.input();
  }

  /** Escapes line breaks and control characters, so that a value cannot forge another line. */
  private static String oneLine(String text) {
    StringBuilder line = new StringBuilder();
    text.codePoints()
        .limit(MAX_MESSAGE_CHARACTERS)
        .forEach(
            character -> {
              if (character < ' '
                  || character >= 0x7f && character < 0xa0
                  || character == 0x2028
                  || character == 0x2029) {
                line.append("\\u%04x".formatted(character));
              } else {
                line.appendCodePoint(character);
              }
            });
    return line.toString();
  }
}
