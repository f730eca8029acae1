package dev.pawl.server.view;

import dev.pawl.model.NameLimit;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.FlowScope;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.ApiStatus;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints for the preferences of the caller in the console, such as columns of tables. */
@RestController
public final class PreferencesController {

  private static final Pattern NAME = Pattern.compile("[a-z][A-Za-z0-9.-]{0,63}");
  private static final int MAX_VALUE_BYTES = 8_192;

  private final Preferences preferences;

  PreferencesController(Preferences preferences) {
    this.preferences = preferences;
  }

  /** All preferences of a user. */
  record PreferencesView(
      @Schema(
              description = "Values by name.",
              example = "{\"executions.columns\": [\"status\", \"flow\"]}")
          Map<String, Json> preferences) {}

  /** A preference. */
  record PreferenceBody(
      @Schema(description = "Any JSON value, up to 8192 bytes.", example = "[\"status\", \"flow\"]")
          @NotNull
          @Nullable Json value) {}

  @GetMapping("/api/preferences")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Returns the preferences of the caller.",
      flowScope = FlowScope.NO_FLOW)
  PreferencesView all(Caller caller) {
    Map<String, Json> all = new TreeMap<>();
    preferences
        .all(caller.tenant(), caller.name())
        .forEach((name, value) -> all.put(name, JsonText.parse(value)));
    return new PreferencesView(all);
  }

  @PutMapping("/api/preferences/{name}")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Saves a preference of the caller.",
      flowScope = FlowScope.NO_FLOW)
  PreferencesView save(
      Caller caller, @PathVariable String name, @Valid @RequestBody PreferenceBody body) {
    String value = String.valueOf(body.value());
    int bytes = value.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_VALUE_BYTES) {
      throw refused(
          "value: %d bytes are above the maximum of %d".formatted(bytes, MAX_VALUE_BYTES));
    }
    NameLimit.unstorable("value", value)
        .ifPresent(
            why -> {
              throw refused(why);
            });
    if (!preferences.save(caller.tenant(), caller.name(), requireName(name), value)) {
      throw ApiException.conflict(
          "too-many",
          "there are %d preferences, the maximum; delete one first"
              .formatted(Preferences.MAX_PREFERENCES));
    }
    return all(caller);
  }

  @DeleteMapping("/api/preferences/{name}")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Deletes a preference of the caller.",
      flowScope = FlowScope.NO_FLOW)
  @ApiStatus(204)
  ResponseEntity<Void> delete(Caller caller, @PathVariable String name) {
    if (!preferences.delete(caller.tenant(), caller.name(), name)) {
      throw ApiException.notFound("preference '" + name + "'");
    }
    return ResponseEntity.noContent().build();
  }

  private static String requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw refused(
          "name: must begin with a small letter and have at most 64 letters, digits, dots and"
              + " hyphens, got '%s'".formatted(name));
    }
    return name;
  }

  private static ApiException refused(String detail) {
    return ApiException.refused("bad-preference", detail);
  }
}
