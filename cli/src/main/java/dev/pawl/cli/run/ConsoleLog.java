package dev.pawl.cli.run;

import dev.pawl.cli.show.Printable;
import java.text.MessageFormat;
import java.util.Locale;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/** A log that prints each entry as one line of standard error. */
final class ConsoleLog implements System.Logger {

  @Override
  public String getName() {
    return "flow";
  }

  @Override
  public boolean isLoggable(Level level) {
    return true;
  }

  @Override
  public void log(
      Level level,
      @Nullable ResourceBundle bundle,
      @Nullable String message,
      @Nullable Throwable thrown) {
    String line = level.name().toLowerCase(Locale.ROOT) + ": " + message;
    System.err.println(Printable.line(line));
  }

  @Override
  public void log(
      Level level,
      @Nullable ResourceBundle bundle,
      @Nullable String format,
      @Nullable Object... parameters) {
    String text = format == null ? "" : format;
    boolean isPlain = parameters == null || parameters.length == 0;
    log(level, bundle, isPlain ? text : MessageFormat.format(text, parameters), (Throwable) null);
  }
}
