package dev.pawl.cli.program;

import dev.pawl.cli.show.Paint;
import picocli.CommandLine.Help.Ansi;

/** What the terminal can show. */
public final class Screen {

  private Screen() {}

  /** Colours on a terminal, unless NO_COLOR asks for none. */
  public static Paint paint() {
    return Ansi.AUTO.enabled() ? Paint.COLOURS : Paint.PLAIN;
  }
}
