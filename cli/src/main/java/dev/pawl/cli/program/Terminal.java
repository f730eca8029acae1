package dev.pawl.cli.program;

import dev.pawl.cli.show.Paint;
import picocli.CommandLine.Help.Ansi;

/** Detects the capabilities of the terminal. */
public final class Terminal {

  private Terminal() {}

  /** Returns colours if the output is a terminal and NO_COLOR is not set; otherwise plain text. */
  public static Paint paint() {
    return Ansi.AUTO.enabled() ? Paint.COLOURS : Paint.PLAIN;
  }
}
