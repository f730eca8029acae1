package dev.pawl.model.finding;

/**
 * Something about a definition that its author should know.
 *
 * @param location JSON Pointer to the place
 * @param line counted from 1; 0 where the definition was not read from text
 * @param column counted from 1; 0 where the definition was not read from text
 * @param message what is wrong, as a sentence
 * @param advice what to do about it; may be empty
 */
public record Finding(
    Code code, String location, int line, int column, String message, String advice) {

  /** How much it matters. */
  public Severity severity() {
    return code.severity();
  }

  /** Errors refuse a definition, warnings inform. */
  public enum Severity {
    ERROR,
    WARNING
  }

  /** What kind of thing was found. The names are stable. */
  public enum Code {
    /** The text is not JSON or YAML. */
    SYNTAX(Severity.ERROR),
    /** The definition, or a part of it, exceeds a limit. */
    TOO_LARGE(Severity.ERROR),
    /** There are more errors than are listed. */
    TOO_MANY_FINDINGS(Severity.ERROR),
    /** There are more warnings than are listed. */
    TOO_MANY_WARNINGS(Severity.WARNING),
    /** A field that must be there is not. */
    MISSING_FIELD(Severity.ERROR),
    /** A field nobody knows. */
    UNKNOWN_FIELD(Severity.ERROR),
    /** A field of the language that has no place here. */
    FIELD_NOT_ALLOWED(Severity.ERROR),
    /** A field of JSONPath where JSONata is spoken, or the other way round. */
    WRONG_QUERY_LANGUAGE(Severity.ERROR),
    /** Fields that exclude each other. */
    CONFLICTING_FIELDS(Severity.ERROR),
    /** A number where text is expected, and the like. */
    WRONG_TYPE(Severity.ERROR),
    /** The right type, but not one of the values allowed. */
    BAD_VALUE(Severity.ERROR),
    /** A name that is empty, too long or unprintable. */
    BAD_NAME(Severity.ERROR),
    /** Two states of one definition with the same name. */
    DUPLICATE_NAME(Severity.ERROR),
    /** Two keys that mean the same member. */
    DUPLICATE_KEY(Severity.ERROR),
    /** Text that is not a path. */
    BAD_PATH(Severity.ERROR),
    /** A path that may lead to several places where exactly one is meant. */
    NOT_A_REFERENCE_PATH(Severity.ERROR),
    /** Text that is not a call of an intrinsic function. */
    BAD_INTRINSIC(Severity.ERROR),
    /** Text that is not a JSONata expression. */
    BAD_EXPRESSION(Severity.ERROR),
    /** Something that looks like an expression but is taken as plain text. */
    EXPRESSION_AS_TEXT(Severity.WARNING),
    /** Something read that never has a value, such as a misspelt member of $$ or $states. */
    NO_SUCH_VALUE(Severity.WARNING),
    /** A call of a JSONata function that does not exist. */
    UNKNOWN_FUNCTION(Severity.WARNING),
    /** The state to go to does not exist in this machine. */
    BAD_TARGET(Severity.ERROR),
    /** No way leads to the state. */
    UNREACHABLE(Severity.WARNING),
    /** No way leads from the state to an end. */
    NO_WAY_TO_END(Severity.WARNING),
    /** States that go round without ever pausing or working. */
    BUSY_LOOP(Severity.WARNING),
    /** Nodes that wait for each other. */
    CYCLE(Severity.ERROR),
    /** States.ALL with others, or not last. */
    CATCH_ALL_NOT_LAST(Severity.ERROR),
    /** An error name that no error ever has, or that is never caught. */
    UNKNOWN_ERROR_NAME(Severity.WARNING),
    /** A variable that nobody sets. */
    UNASSIGNED_VARIABLE(Severity.WARNING),
    /** A variable of an outer scope set in an inner one. */
    VARIABLE_OF_OUTER_SCOPE(Severity.ERROR),
    /** Something that has no effect here, or another one than it seems. */
    NO_EFFECT(Severity.WARNING),
    /** A Task whose resource nobody serves at the moment; it waits until somebody does. */
    UNSERVED_RESOURCE(Severity.WARNING),
    /** A Task that calls a flow which is not known; it may be added later. */
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
