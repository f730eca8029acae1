package dev.pawl.server.metrics;

import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.schema.RowSecurity;
import dev.pawl.server.web.OneOf;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Whether the server lives, and whether it can do something. */
@RestController
public final class HealthController {

  private static final Health UP = new Health("UP");

  private final Borrowed borrowed;
  private final RowSecurity rowSecurity;

  HealthController(Borrowed borrowed, RowSecurity rowSecurity) {
    this.borrowed = borrowed;
    this.rowSecurity = rowSecurity;
  }

  record Health(@OneOf("UP") String status) {}

  @GetMapping("/health/live")
  Health live() {
    return UP;
  }

  /** Answers 503 while the database cannot be reached. */
  @GetMapping("/health/ready")
  Health ready() {
    borrowed.update("select 1");
    return UP;
  }

  /**
   * The state of this node in detail.
   *
   * @param status {@code DEGRADED} if a check failed; the node works all the same
   */
  record Report(@OneOf({"UP", "DEGRADED"}) String status, List<Check> checks) {}

  /**
   * One thing that was checked.
   *
   * @param detail what was found
   * @param advice what to do about it; empty if it is well
   */
  record Check(String name, boolean ok, String detail, String advice) {}

  /** Answers 503 while the database cannot be reached. */
  @GetMapping("/health")
  Report report() {
    borrowed.update("select 1");
    List<Check> checks = List.of(new Check("database", true, "reachable", ""), rowSecurity());
    boolean isWell = checks.stream().allMatch(Check::ok);
    return new Report(isWell ? "UP" : "DEGRADED", checks);
  }

  private Check rowSecurity() {
    return new Check(
        "row-level-security",
        rowSecurity.isOn(),
        rowSecurity.defect().map("off: "::concat).orElse("on"),
        rowSecurity.advice());
  }
}
