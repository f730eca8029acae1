package dev.pawl.cli;

import dev.pawl.cli.show.Paint;
import picocli.CommandLine.Help.Ansi;

/** What the terminal can show. */
final class Screen {

  private Screen() {}

  /** Colours on a terminal, unless NO_COLOR asks for none. */
  static Paint paint() {
    return Ansi.AUTO.enabled() ? Paint.COLOURS : Paint.PLAIN;
  }
}
