package dev.pawl.server.access;

import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.ApiStatus;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The endpoints for the keys of a tenant. */
@RestController
public final class KeysController {

  private final ApiKeys keys;

  KeysController(ApiKeys keys) {
    this.keys = keys;
  }

  /** An API key that was just issued. */
  public record IssuedKey(
      @Schema(description = "Id of the key, for revoking it.", example = "0123456789abcdef")
          String id,
      @Schema(
              description =
                  "The key itself; it is shown this one time and stored as a digest only.",
              example = "pawl_0123456789abcdef_...")
          String key) {

    public static ResponseEntity<IssuedKey> answer(Secret secret) {
      return ResponseEntity.status(HttpStatus.CREATED)
          .body(new IssuedKey(secret.id(), secret.text()));
    }
  }

  @PostMapping("/api/keys")
  @RequiresPermission(
      value = Permission.ADMINISTER,
      summary = "Issues a key; its text is returned this one time.")
  @ApiStatus(201)
  ResponseEntity<IssuedKey> issue(Caller caller, @Valid @RequestBody NewKey asked) {
    return IssuedKey.answer(keys.issue(asked.toGrant(caller, caller.tenant())));
  }

  @GetMapping("/api/keys")
  @RequiresPermission(
      value = Permission.ADMINISTER,
      summary = "Lists the keys of the tenant, without their secrets.")
  Listing<ApiKeys.KeyView> list(
      Caller caller,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "50") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    return Listing.part(keys.list(caller.tenant()), after, limit, ApiKeys.KeyView::id);
  }

  @DeleteMapping("/api/keys/{id}")
  @RequiresPermission(value = Permission.ADMINISTER, summary = "Revokes a key.")
  @ApiStatus(204)
  ResponseEntity<Void> revoke(Caller caller, @PathVariable String id) {
    switch (keys.revoke(caller.tenant(), id)) {
      case REVOKED -> {}
      case UNKNOWN -> throw ApiException.notFound("key " + id + " that could be revoked");
      case LAST ->
          throw ApiException.conflict(
              "last-key", "this key is the last one that can issue keys; issue another one first");
    }
    return ResponseEntity.noContent().build();
  }
}
