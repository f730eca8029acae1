package dev.pawl.server.web;

import dev.pawl.postgres.connection.Borrowed;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Whether the server lives, and whether it can do something. */
@RestController
public final class HealthController {

  private static final Map<String, String> UP = Map.of("status", "UP");

  private final Borrowed borrowed;

  HealthController(Borrowed borrowed) {
    this.borrowed = borrowed;
  }

  @GetMapping("/health/live")
  Map<String, String> live() {
    return UP;
  }

  /** Answers 503 while the database cannot be reached. */
  @GetMapping("/health/ready")
  Map<String, String> ready() {
    borrowed.update("select 1");
    return UP;
  }
}
