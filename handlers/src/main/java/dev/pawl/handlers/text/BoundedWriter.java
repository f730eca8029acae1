package dev.pawl.handlers.text;

import java.io.Writer;

/** Collects at most a given number of characters. */
final class BoundedWriter extends Writer {

  private final StringBuilder text = new StringBuilder();
  private final int maxCharacters;

  BoundedWriter(int maxCharacters) {
    this.maxCharacters = maxCharacters;
  }

  @Override
  public void write(char[] buffer, int offset, int length) {
    reserve(length);
    text.append(buffer, offset, length);
  }

  @Override
  public void write(String part, int offset, int length) {
    reserve(length);
    text.append(part, offset, offset + length);
  }

  private void reserve(int length) {
    if (text.length() + length > maxCharacters) {
      throw new TemplateLimitException(
          "the text has more than %d characters; use less data".formatted(maxCharacters));
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}

  @Override
  public String toString() {
    return text.toString();
  }
}
