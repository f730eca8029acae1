package dev.pawl.cli.durable;

import dev.pawl.cli.run.RunPlan;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TestRun;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/**
 * Identifies a run across restarts of the program: by the flow, its text, the input and the key
 * that the user gave.
 *
 * @param businessKey the business key, by which people find the execution, and which its children
 *     inherit
 */
record RunIdentity(String flow, String digest, String businessKey) {

  private static final String LABEL = "pawl.run";

  static RunIdentity of(RunPlan plan, Optional<String> key) {
    String digest = digest(plan.main().text(), plan.input().toString(), key.orElse(""));
    return new RunIdentity(
        plan.main().code(), digest, key.orElse("pawl-run-" + digest.substring(0, 16)));
  }

  static String digest(String... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String part : parts) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
        digest.update(bytes);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the criteria that match the executions of this run; several if it was repeated. */
  Executions.Criteria criteria() {
    return new Executions.Criteria(
        Optional.of(flow),
        Optional.empty(),
        Optional.empty(),
        labels(),
        Optional.empty(),
        Executions.Span.ALWAYS);
  }

  /**
   * Returns the attributes of a start, with an idempotency key so that two programs that start the
   * run at the same time start one execution.
   *
   * @param mocks the mocks of the test execution
   * @param previous the ended execution, if the run is repeated
   */
  ExecutionMetadata.StartAttributes attributes(TestRun mocks, Optional<ExecutionId> previous) {
    return new ExecutionMetadata.StartAttributes(
        Priority.NORMAL,
        Optional.of(businessKey),
        labels(),
        Optional.of("run " + digest + previous.map(id -> " after " + id).orElse("")),
        Optional.empty(),
        new ExecutionMetadata.Provenance(
            Optional.empty(), Optional.empty(), Optional.of(mocks.toString())));
  }

  private Map<String, String> labels() {
    return Map.of(LABEL, digest);
  }

  /** Returns true if an execution is the run itself; children have no labels. */
  boolean isOf(ExecutionMetadata info) {
    return digest.equals(info.tags().labels().get(LABEL)) && info.version().flow().equals(flow);
  }

  /** Returns true if an execution may be a child of the run. */
  boolean mayBeParentOf(ExecutionMetadata info) {
    return info.parent().isPresent() && info.tags().businessKey().equals(Optional.of(businessKey));
  }
}
