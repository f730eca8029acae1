package dev.pawl.server.view;

import dev.pawl.engine.node.Node;
import dev.pawl.model.NameLimit;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.FlowScope;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.view.SavedViews.SavedView;
import dev.pawl.server.web.ApiStatus;
import dev.pawl.server.web.AuditDetail;
import dev.pawl.server.web.IdParameters;
import dev.pawl.server.web.Listing;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Endpoints for saved views of the console. Private views concern their owner only and are not in
 * the audit with their content; changes of shared ones are, before and after.
 */
@RestController
public final class ViewsController {

  private static final String PAGES = "executions|flows|failures|tasks|schedules|triggers";
  private static final int MAX_NAME_CHARACTERS = 80;
  private static final int MAX_QUERY_BYTES = 8_192;

  private final SavedViews views;
  private final Node node;

  ViewsController(SavedViews views, Node node) {
    this.views = views;
    this.node = node;
  }

  /** A view to save. */
  record ViewBody(
      @Schema(description = "Page of the console.", example = "executions")
          @NotNull
          @Pattern(regexp = PAGES)
          @Nullable String page,
      @Schema(description = "Name, 1 to 80 characters.", example = "Failed today") @NotNull
          @Nullable String name,
      @Schema(
              description = "What the page shows: its filter, order and columns, up to 8192 bytes.",
              example = "{\"status\": [\"FAILED\"], \"since\": \"24h\"}")
          @NotNull
          @Nullable Json query,
      @Schema(
              description =
                  "True shows it to everybody in the tenant; needs the permission OPERATE. False if"
                      + " absent.")
          @Nullable Boolean shared) {

    SavedView view(UUID id, String owner, String by) {
      String text = name == null ? "" : name.strip();
      int length = text.codePointCount(0, text.length());
      if (length == 0 || length > MAX_NAME_CHARACTERS) {
        throw refused(
            "name: must have 1 to %d characters, got %d".formatted(MAX_NAME_CHARACTERS, length));
      }
      NameLimit.unstorable("name", text)
          .ifPresent(
              why -> {
                throw refused(why);
              });
      if (!(query instanceof JsonObject object)) {
        throw refused("query: must be an object");
      }
      String json = object.toString();
      int bytes = json.getBytes(StandardCharsets.UTF_8).length;
      if (bytes > MAX_QUERY_BYTES) {
        throw refused(
            "query: %d bytes are above the maximum of %d".formatted(bytes, MAX_QUERY_BYTES));
      }
      NameLimit.unstorable("query", json)
          .ifPresent(
              why -> {
                throw refused(why);
              });
      return new SavedView(
          id,
          Objects.requireNonNull(page),
          text,
          json,
          Boolean.TRUE.equals(shared),
          owner,
          Instant.EPOCH,
          Instant.EPOCH,
          by);
    }

    private static ApiException refused(String detail) {
      return ApiException.refused("bad-view", detail);
    }
  }

  /** A view as the API shows it. */
  record ViewView(
      @Schema(description = "Id of the view.") UUID id,
      @Schema(description = "Page of the console.", example = "executions") String page,
      @Schema(description = "Name of the view.", example = "Failed today") String name,
      @Schema(
              description = "What the page shows: its filter, order and columns.",
              example = "{\"status\": [\"FAILED\"], \"since\": \"24h\"}")
          Json query,
      @Schema(description = "True if everybody in the tenant sees it.") boolean shared,
      @Schema(description = "Who created it.", example = "ci (k7Hd2)") String owner,
      @Schema(description = "True if the caller may change and delete it.") boolean editable,
      @Schema(description = "Time of its creation.") Instant createdAt,
      @Schema(description = "Time of its last change.") Instant updatedAt,
      @Schema(description = "Who changed it last.", example = "ci (k7Hd2)") String updatedBy) {

    static ViewView of(SavedView view, Caller caller) {
      return new ViewView(
          view.id(),
          view.page(),
          view.name(),
          JsonText.parse(view.query()),
          view.shared(),
          view.owner(),
          mayChange(caller, view),
          view.createdAt(),
          view.updatedAt(),
          view.updatedBy());
    }
  }

  @GetMapping("/api/views")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Lists the shared views of the tenant and the caller's own, by page and name.",
      flowScope = FlowScope.UNLIMITED_KEYS_ONLY)
  Listing<ViewView> list(Caller caller, @RequestParam(defaultValue = "") String page) {
    List<SavedView> found = views.list(caller.tenant(), caller.name(), page);
    return new Listing<>(found.stream().map(one -> ViewView.of(one, caller)).toList(), null);
  }

  @PostMapping("/api/views")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Saves a new view; a shared one needs the permission OPERATE.",
      flowScope = FlowScope.UNLIMITED_KEYS_ONLY)
  @ApiStatus(201)
  ResponseEntity<ViewView> create(Caller caller, @Valid @RequestBody ViewBody body) {
    UUID id = node.newId();
    SavedView view = body.view(id, caller.name(), caller.name());
    requireMayShare(caller, view.shared());
    return ResponseEntity.created(URI.create("/api/views/" + id))
        .body(save(caller, Optional.empty(), view));
  }

  @PutMapping("/api/views/{id}")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Changes a view of the caller; administrators change shared views of others too.",
      flowScope = FlowScope.UNLIMITED_KEYS_ONLY)
  ViewView replace(Caller caller, @PathVariable String id, @Valid @RequestBody ViewBody body) {
    SavedView before = requireEditable(caller, id);
    SavedView after = body.view(before.id(), before.owner(), caller.name());
    requireMayShare(caller, before.shared() || after.shared());
    return save(caller, Optional.of(before), after);
  }

  @DeleteMapping("/api/views/{id}")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Deletes a view of the caller; administrators delete shared views of others too.",
      flowScope = FlowScope.UNLIMITED_KEYS_ONLY)
  @ApiStatus(204)
  ResponseEntity<Void> delete(Caller caller, @PathVariable String id) {
    SavedView view = requireEditable(caller, id);
    requireMayShare(caller, view.shared());
    if (view.shared()) {
      AuditDetail.removed(ViewView.of(view, caller));
    }
    views.delete(caller.tenant(), view.id());
    return ResponseEntity.noContent().build();
  }

  private ViewView save(Caller caller, Optional<SavedView> before, SavedView view) {
    switch (views.save(caller.tenant(), view)) {
      case SAVED -> {}
      case NAME_TAKEN ->
          throw ApiException.conflict(
              "name-taken", "there is already a view named '%s'".formatted(view.name()));
      case TOO_MANY ->
          throw ApiException.conflict(
              "too-many",
              "there are %d %s views, the maximum; delete one first"
                  .formatted(SavedViews.MAX_VIEWS, view.shared() ? "shared" : "private"));
    }
    ViewView after = ViewView.of(views.find(caller.tenant(), view.id()).orElse(view), caller);
    if (view.shared() || before.map(SavedView::shared).orElse(false)) {
      AuditDetail.changed(before.map(one -> ViewView.of(one, caller)), after);
    }
    return after;
  }

  /** Finds a view that the caller may change; a private view of another is not revealed. */
  private SavedView requireEditable(Caller caller, String text) {
    SavedView view =
        IdParameters.parse(text)
            .flatMap(id -> views.find(caller.tenant(), id))
            .filter(found -> found.shared() || found.owner().equals(caller.name()))
            .orElseThrow(() -> ApiException.notFound("view " + text));
    if (!mayChange(caller, view)) {
      throw ApiException.forbidden(
          "only %s and administrators may change this view".formatted(view.owner()));
    }
    return view;
  }

  private static boolean mayChange(Caller caller, SavedView view) {
    return view.owner().equals(caller.name()) || view.shared() && caller.may(Permission.ADMINISTER);
  }

  private static void requireMayShare(Caller caller, boolean shared) {
    if (shared && !caller.may(Permission.OPERATE)) {
      throw ApiException.forbidden("a shared view needs the permission OPERATE");
    }
  }
}
