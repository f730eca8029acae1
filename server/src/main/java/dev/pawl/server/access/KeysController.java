package dev.pawl.server.access;

import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Answers;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import dev.pawl.server.web.Within;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Keys of a tenant. */
@RestController
public final class KeysController {

  private final ApiKeys keys;

  KeysController(ApiKeys keys) {
    this.keys = keys;
  }

  /**
   * A key that was issued.
   *
   * @param key shown this one time
   */
  public record Issued(String id, String key) {

    public static ResponseEntity<Issued> answer(Secret secret) {
      return ResponseEntity.status(HttpStatus.CREATED).body(new Issued(secret.id(), secret.text()));
    }
  }

  @PostMapping("/api/keys")
  @Answers(201)
  ResponseEntity<Issued> issue(Caller caller, @RequestBody NewKey asked) {
    return Issued.answer(keys.issue(asked.granted(caller, caller.tenant())));
  }

  @GetMapping("/api/keys")
  Listing<ApiKeys.Shown> list(
      Caller caller,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "50") @Within(least = 1, most = Paging.MOST) int limit) {
    return Listing.part(
        keys.list(caller.tenant()), after, Paging.checked(limit), ApiKeys.Shown::id);
  }

  @DeleteMapping("/api/keys/{id}")
  @Answers(204)
  ResponseEntity<Void> revoke(Caller caller, @PathVariable String id) {
    switch (keys.revoke(caller.tenant(), id)) {
      case REVOKED -> {}
      case UNKNOWN -> throw Refusal.notFound("key " + id + " that could be revoked");
      case LAST ->
          throw Refusal.conflict(
              "last-key", "without this key nobody could issue another; issue one first");
    }
    return ResponseEntity.noContent().build();
  }
}
