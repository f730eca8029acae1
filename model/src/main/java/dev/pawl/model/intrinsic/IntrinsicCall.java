package dev.pawl.model.intrinsic;

import java.util.List;

/**
 * A call of an intrinsic function with a known name and a valid number of arguments.
 *
 * @param source the call as written
 */
public record IntrinsicCall(String source, IntrinsicFunction function, List<Argument> arguments)
    implements Argument {

  /** The maximum length of a call, in characters. */
  public static final int MAX_LENGTH = 100_000;

  /** The maximum nesting depth of calls, as in Step Functions. */
  public static final int MAX_DEPTH = 10;

  public IntrinsicCall {
    arguments = List.copyOf(arguments);
  }

  /**
   * Parses a call.
   *
   * @throws IntrinsicSyntaxException if the text is not a call of an intrinsic function
   */
  public static IntrinsicCall parse(String text) {
    return new IntrinsicParser(text).parse();
  }

  @Override
  public String toString() {
    return source;
  }
}
