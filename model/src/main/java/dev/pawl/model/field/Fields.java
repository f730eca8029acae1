package dev.pawl.model.field;

import dev.pawl.model.Operator;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The field tables of all objects in the language. */
public final class Fields {

  private static final String STATE = "Type QueryLanguage ";
  private static final String STEP = STATE + "Next End Assign ";
  private static final String GUARDED = STEP + "When ";
  private static final String ALL_PATHS =
      "InputPath Parameters ResultSelector ResultPath OutputPath ";

  public static final FieldTable FLOW =
      FieldTable.of(
              "StartAt States QueryLanguage TimeoutSeconds Version OnSucceeded OnFailed OnError")
          .required("StartAt States");
  public static final FieldTable BRANCH =
      FieldTable.of("StartAt States").required("StartAt States");
  public static final FieldTable PROCESSOR = BRANCH.with("ProcessorConfig");
  public static final FieldTable PROCESSOR_CONFIG = FieldTable.of("Mode ExecutionType");
  public static final FieldTable NODE_MACHINE = BRANCH.with("DependsOn When");

  public static final FieldTable TASK =
      FieldTable.of(
              GUARDED
                  + "Resource TimeoutSeconds HeartbeatSeconds Retry Catch Credentials Compensate"
                  + " Config")
          .jsonPath(ALL_PATHS + "TimeoutSecondsPath HeartbeatSecondsPath")
          .jsonata("Arguments Output")
          .required("Resource");
  public static final FieldTable END_TASK = TASK.without("Next End Assign When Catch Compensate");
  public static final FieldTable CHOICE =
      FieldTable.of(STATE + "Choices Default Assign")
          .jsonPath("InputPath OutputPath")
          .jsonata("Output")
          .required("Choices");
  public static final FieldTable PARALLEL =
      FieldTable.of(GUARDED + "Branches Retry Catch")
          .jsonPath(ALL_PATHS)
          .jsonata("Arguments Output")
          .required("Branches");
  public static final FieldTable MAP =
      FieldTable.of(
              GUARDED
                  + "ItemProcessor Iterator ItemSelector MaxConcurrency ToleratedFailureCount"
                  + " ToleratedFailurePercentage ItemReader ItemBatcher ResultWriter Label"
                  + " Retry Catch")
          .jsonPath(
              ALL_PATHS
                  + "ItemsPath MaxConcurrencyPath ToleratedFailureCountPath"
                  + " ToleratedFailurePercentagePath")
          .jsonata("Items Output");
  public static final FieldTable WAIT =
      FieldTable.of(GUARDED + "Seconds Timestamp Event TimeoutSeconds TimeoutNext")
          .jsonPath(
              "SecondsPath TimestampPath EventPath TimeoutSecondsPath"
                  + " InputPath ResultSelector ResultPath OutputPath")
          .jsonata("Output");
  public static final FieldTable PASS =
      FieldTable.of(STEP)
          .jsonPath("InputPath Parameters Result ResultPath OutputPath")
          .jsonata("Output");
  public static final FieldTable SUCCEED =
      FieldTable.of(STATE).jsonPath("InputPath OutputPath").jsonata("Output");
  public static final FieldTable FAIL =
      FieldTable.of(STATE + "Error Cause").jsonPath("ErrorPath CausePath");
  public static final FieldTable GRAPH =
      FieldTable.of(GUARDED + "Nodes Retry Catch")
          .jsonPath(ALL_PATHS)
          .jsonata("Arguments Output")
          .required("Nodes");
  public static final FieldTable HUMAN =
      FieldTable.of(
              GUARDED + "Kind Title Assignees Form Outcomes Optional SendBack TimeoutSeconds Catch")
          .jsonPath(
              "Title.$ Assignees.$ TimeoutSecondsPath"
                  + " InputPath ResultSelector ResultPath OutputPath")
          .jsonata("Output");

  public static final FieldTable OUTCOME = FieldTable.of("Next");
  public static final FieldTable RETRIER =
      FieldTable.of(
              "ErrorEquals IntervalSeconds MaxAttempts BackoffRate MaxDelaySeconds"
                  + " JitterStrategy BackoffStrategy")
          .required("ErrorEquals");
  public static final FieldTable CATCHER =
      FieldTable.of("ErrorEquals Next Assign")
          .jsonPath("ResultPath")
          .jsonata("Output")
          .required("ErrorEquals Next");
  public static final FieldTable COMPENSATE =
      FieldTable.of("Resource Config TimeoutSeconds HeartbeatSeconds Retry WhenFailed")
          .jsonPath("Parameters TimeoutSecondsPath HeartbeatSecondsPath")
          .jsonata("Arguments")
          .required("Resource");
  public static final FieldTable RULE =
      FieldTable.of("Next Assign").jsonata("Condition Output").jsonPath(comparisons());

  public static final FieldTable ITEM_READER =
      FieldTable.of("Resource ReaderConfig")
          .jsonPath("Parameters")
          .jsonata("Arguments")
          .required("Resource");
  public static final FieldTable READER_CONFIG =
      FieldTable.of(
              "InputType CSVHeaderLocation CSVHeaders CSVDelimiter MaxItems ItemsPointer"
                  + " Transformation ManifestType")
          .jsonPath("MaxItemsPath");
  public static final FieldTable ITEM_BATCHER =
      FieldTable.of("BatchInput MaxItemsPerBatch MaxInputBytesPerBatch")
          .jsonPath("MaxItemsPerBatchPath MaxInputBytesPerBatchPath");
  public static final FieldTable RESULT_WRITER =
      FieldTable.of("Resource WriterConfig").jsonPath("Parameters").jsonata("Arguments");
  public static final FieldTable WRITER_CONFIG =
      FieldTable.of("OutputType Transformation").required("OutputType");

  private static final Set<String> KNOWN = known();

  private Fields() {}

  /** Returns true if any object of the language has a field of that name. */
  static boolean isKnown(String field) {
    return KNOWN.contains(field);
  }

  private static String comparisons() {
    return Arrays.stream(Operator.values())
        .map(Operator::field)
        .collect(Collectors.joining(" ", "Variable And Or Not ", ""));
  }

  private static Set<String> known() {
    Set<String> known = new HashSet<>();
    for (FieldTable table :
        List.of(
            FLOW,
            PROCESSOR,
            PROCESSOR_CONFIG,
            NODE_MACHINE,
            TASK,
            CHOICE,
            PARALLEL,
            MAP,
            WAIT,
            PASS,
            SUCCEED,
            FAIL,
            GRAPH,
            HUMAN,
            RETRIER,
            CATCHER,
            COMPENSATE,
            RULE,
            ITEM_READER,
            READER_CONFIG,
            ITEM_BATCHER,
            RESULT_WRITER,
            WRITER_CONFIG)) {
      known.addAll(table.all());
    }
    return known;
  }
}
