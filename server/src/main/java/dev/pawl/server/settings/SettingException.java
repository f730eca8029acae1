package dev.pawl.server.settings;

/** Something cannot be set so; the message is one sentence for people. */
public final class SettingException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  SettingException(String sentence) {
    super(sentence);
  }
}
