package dev.pawl.model.intrinsic;

import java.util.List;

/**
 * A call of an intrinsic function, whose name and number of arguments are right.
 *
 * @param source the call as it was written
 */
public record IntrinsicCall(String source, IntrinsicFunction function, List<Argument> arguments)
    implements Argument {

  /** The longest call that is read, in characters. */
  public static final int MAX_LENGTH = 100_000;

  /** How deeply calls may be nested, as in Step Functions. */
  public static final int MAX_DEPTH = 10;

  public IntrinsicCall {
    arguments = List.copyOf(arguments);
  }

  /**
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
