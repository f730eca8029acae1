package dev.pawl.cli.program;

/** The exit codes of the program. */
public final class ExitCode {

  public static final int SUCCESS = 0;

  /** A flow has errors, an execution did not succeed, or the server refused the request. */
  public static final int FAILURE = 1;

  /** The command is invalid, or a file cannot be read. */
  public static final int MISUSE = 2;

  public static final int DEFECT = 3;

  /** The server does not answer. */
  public static final int UNREACHABLE = 4;

  /** There is no key, or the key lacks the permission. */
  public static final int FORBIDDEN = 5;

  private ExitCode() {}
}
