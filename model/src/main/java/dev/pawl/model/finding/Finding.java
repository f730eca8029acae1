package dev.pawl.model.finding;

/**
 * An error or warning about a definition.
 *
 * @param location JSON Pointer to the part it is about
 * @param line counted from 1; 0 where the definition was not read from text
 * @param column counted from 1; 0 where the definition was not read from text
 * @param message what is wrong, as a sentence
 * @param advice what to do about it; may be empty
 */
public record Finding(
    Code code, String location, int line, int column, String message, String advice) {

  /** Returns the severity; a definition with an error cannot be published. */
  public Severity severity() {
    return code.severity();
  }

  /** The severity of a finding. */
  public enum Severity {
    ERROR,
    WARNING
  }

  /** The stable code of a finding. */
  public enum Code {
    /** The text is not JSON or YAML. */
    SYNTAX(Severity.ERROR),
    /** The definition, or a part of it, exceeds a limit. */
    TOO_LARGE(Severity.ERROR),
    /** There are more errors than are listed. */
    TOO_MANY_FINDINGS(Severity.ERROR),
    /** There are more warnings than are listed. */
    TOO_MANY_WARNINGS(Severity.WARNING),
    /** A required field is missing. */
    MISSING_FIELD(Severity.ERROR),
    /** An unknown field. */
    UNKNOWN_FIELD(Severity.ERROR),
    /** A field of the language that is not allowed here. */
    FIELD_NOT_ALLOWED(Severity.ERROR),
    /** A field of JSONPath in a JSONata state, or the reverse. */
    WRONG_QUERY_LANGUAGE(Severity.ERROR),
    /** Fields that exclude each other. */
    CONFLICTING_FIELDS(Severity.ERROR),
    /** A value of the wrong JSON type. */
    WRONG_TYPE(Severity.ERROR),
    /** A value of the right type that is not allowed. */
    BAD_VALUE(Severity.ERROR),
    /** A name that is empty, too long or unprintable. */
    BAD_NAME(Severity.ERROR),
    /** Two states of one definition with the same name. */
    DUPLICATE_NAME(Severity.ERROR),
    /** Two keys that mean the same member. */
    DUPLICATE_KEY(Severity.ERROR),
    /** Text that is not a path. */
    BAD_PATH(Severity.ERROR),
    /** A path that may select several values where exactly one is required. */
    NOT_A_REFERENCE_PATH(Severity.ERROR),
    /** Text that is not a call of an intrinsic function. */
    BAD_INTRINSIC(Severity.ERROR),
    /** Text that is not a JSONata expression. */
    BAD_EXPRESSION(Severity.ERROR),
    /** Something that looks like an expression but is taken as plain text. */
    EXPRESSION_AS_TEXT(Severity.WARNING),
    /** A read of a value that never exists, such as a misspelt member of $$ or $states. */
    NO_SUCH_VALUE(Severity.WARNING),
    /** A call of a JSONata function that does not exist. */
    UNKNOWN_FUNCTION(Severity.WARNING),
    /** The next state does not exist in this machine. */
    BAD_TARGET(Severity.ERROR),
    /** The state cannot be reached. */
    UNREACHABLE(Severity.WARNING),
    /** No end can be reached from the state. */
    NO_WAY_TO_END(Severity.WARNING),
    /** A loop of states without a wait or any work. */
    BUSY_LOOP(Severity.WARNING),
    /** Nodes that depend on each other. */
    CYCLE(Severity.ERROR),
    /** States.ALL together with other names, or not last. */
    CATCH_ALL_NOT_LAST(Severity.ERROR),
    /** An error name that no error ever has, or that is never caught. */
    UNKNOWN_ERROR_NAME(Severity.WARNING),
    /** A variable that is never assigned. */
    UNASSIGNED_VARIABLE(Severity.WARNING),
    /** An assignment in an inner scope to a variable of an outer one. */
    VARIABLE_OF_OUTER_SCOPE(Severity.ERROR),
    /** A field that has no effect here, or an unexpected one. */
    NO_EFFECT(Severity.WARNING),
    /** A resource that no handler or worker serves at the moment; its state would wait. */
    UNSERVED_RESOURCE(Severity.WARNING),
    /** A trigger of the flow that starts nothing yet. */
    UNSERVED_TRIGGER(Severity.WARNING),
    /** A call of a flow that does not exist yet. */
    UNKNOWN_FLOW(Severity.WARNING),
    /** A Task that starts the flow it belongs to and waits for its end. */
    CALLS_ITSELF(Severity.WARNING),
    /** Part of the language, but not of this engine. */
    UNSUPPORTED(Severity.ERROR);

    private final Severity severity;

    Code(Severity severity) {
      this.severity = severity;
    }

    public Severity severity() {
      return severity;
    }
  }
}
