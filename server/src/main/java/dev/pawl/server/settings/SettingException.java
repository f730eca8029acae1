package dev.pawl.server.settings;

/** Thrown if a setting is invalid; the message is one sentence for users. */
public final class SettingException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  SettingException(String sentence) {
    super(sentence);
  }
}
