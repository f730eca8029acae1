package dev.pawl.cli.durable;

import dev.pawl.cli.run.Plan;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Priority;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/**
 * By what a run is known again when the program starts anew: the flow, its text, the input and the
 * key that the user gave.
 *
 * @param businessKey by which people find it, and we its children, who inherit it
 */
record Identity(String flow, String digest, String businessKey) {

  private static final String LABEL = "pawl.run";

  static Identity of(Plan plan, Optional<String> key) {
    String digest = digest(plan.main().text(), plan.input().toString(), key.orElse(""));
    return new Identity(
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

  /** Finds the executions of this run; more than one if it was run again. */
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
   * Two programs that start the same at the same time start one execution.
   *
   * @param previous the one that has ended, if the run is done again
   */
  Card.Tags tags(Optional<ExecutionId> previous) {
    return new Card.Tags(
        Priority.NORMAL,
        Optional.of(businessKey),
        labels(),
        Optional.of("run " + digest + previous.map(id -> " after " + id).orElse("")),
        Optional.empty());
  }

  private Map<String, String> labels() {
    return Map.of(LABEL, digest);
  }

  /** Whether an execution is the run itself; its children have no labels. */
  boolean isOf(Card card) {
    return digest.equals(card.tags().labels().get(LABEL)) && card.version().flow().equals(flow);
  }

  /** Whether an execution may be a child of the run. */
  boolean mayBeAbove(Card card) {
    return card.parent().isPresent() && card.tags().businessKey().equals(Optional.of(businessKey));
  }
}
