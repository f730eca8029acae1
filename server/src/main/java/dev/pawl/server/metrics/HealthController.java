package dev.pawl.server.metrics;

import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.server.web.OneOf;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Whether the server lives, and whether it can do something. */
@RestController
public final class HealthController {

  private static final Health UP = new Health("UP");

  private final Borrowed borrowed;

  HealthController(Borrowed borrowed) {
    this.borrowed = borrowed;
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
}
