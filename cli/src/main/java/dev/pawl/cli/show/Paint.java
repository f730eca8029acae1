package dev.pawl.cli.show;

/** Colours text for a terminal, or leaves it plain. */
public enum Paint {
  COLOURS,
  PLAIN;

  /** The meaning of a colour. */
  public enum Tone {
    GOOD("32"),
    BAD("31"),
    CAUTION("33"),
    FAINT("2"),
    STRONG("1");

    private final String code;

    Tone(String code) {
      this.code = code;
    }
  }

  public String paint(Tone tone, String text) {
    return switch (this) {
      case COLOURS -> "\u001B[" + tone.code + "m" + text + "\u001B[0m";
      case PLAIN -> text;
    };
  }
}
