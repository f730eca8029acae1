package dev.pawl.model;

import java.util.List;
import java.util.Optional;

/**
 * A {@code Resource} that starts an execution of another flow: {@code flow:CODE}, {@code
 * flow:CODE.sync}, {@code RUN_FLOW}, or one of the Step Functions resources for the same purpose.
 *
 * @param notation who defined the resource, which decides the shape of input and output
 * @param code code of the flow; empty if the arguments of the call name the flow
 * @param isSync true if the state waits for the end of the execution, unless its settings say no
 */
public record FlowResource(Notation notation, Optional<String> code, boolean isSync) {

  /** The resource whose settings name the flow. */
  public static final String RUN_FLOW = "RUN_FLOW";

  /** The setting of {@link #RUN_FLOW} that names the flow. */
  public static final String FLOW_SETTING = "flow";

  private static final String PREFIX = "flow:";
  private static final String SYNC = ".sync";
  private static final String AWS = "arn:aws:states:::states:startExecution";
  private static final String AWS_SYNC = AWS + SYNC;
  private static final String AWS_SYNC_2 = AWS_SYNC + ":2";
  private static final String AWS_TOKEN = AWS + ".waitForTaskToken";

  /** The name of the argument that identifies the flow in the notations of Step Functions. */
  public static final String ARN_ARGUMENT = "StateMachineArn";

  /** The notation of a resource. */
  public enum Notation {
    /** Input and output are those of the flow. */
    PAWL,
    /** The settings of the handler name the flow; input and output are those of the flow. */
    SETTINGS,
    /** The arguments wrap the input; the result describes the execution, with output as JSON. */
    AWS_JSON,
    /** As {@link #AWS_JSON}, with input and output as text that contains JSON. */
    AWS_TEXT
  }

  /** Parses a resource; empty if it does not start a flow. */
  public static Optional<FlowResource> parse(String resource) {
    if (resource.startsWith(PREFIX)) {
      boolean isSync = resource.endsWith(SYNC);
      int end = resource.length() - (isSync ? SYNC.length() : 0);
      String code = resource.substring(PREFIX.length(), end);
      return Optional.of(new FlowResource(Notation.PAWL, Optional.of(code), isSync));
    }
    return switch (resource) {
      case RUN_FLOW -> Optional.of(new FlowResource(Notation.SETTINGS, Optional.empty(), true));
      case AWS, AWS_TOKEN -> aws(Notation.AWS_JSON, false);
      case AWS_SYNC -> aws(Notation.AWS_TEXT, true);
      case AWS_SYNC_2 -> aws(Notation.AWS_JSON, true);
      default -> Optional.empty();
    };
  }

  private static Optional<FlowResource> aws(Notation notation, boolean isSync) {
    return Optional.of(new FlowResource(notation, Optional.empty(), isSync));
  }

  /** Returns all resources that can start the flow with that code. */
  public static List<String> resourcesFor(String code) {
    return List.of(PREFIX + code + SYNC, PREFIX + code, AWS, AWS_SYNC, AWS_SYNC_2, RUN_FLOW);
  }

  /** Returns the flow code in a {@code StateMachineArn}: its part after the last colon. */
  public static String codeOfArn(String arn) {
    return arn.substring(arn.lastIndexOf(':') + 1);
  }
}
