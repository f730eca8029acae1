package dev.pawl.server.outbound;

import dev.pawl.postgres.outbound.MessageTemplates;
import dev.pawl.sdk.MessageTemplate;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.ApiStatus;
import dev.pawl.server.web.AuditDetail;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The endpoints for the message templates of a tenant. */
@RestController
public final class TemplatesController {

  private static final int MAX_SUBJECT_CHARACTERS = 1_000;
  private static final int MAX_TEXT_CHARACTERS = 262_144;

  private final MessageTemplates templates;

  TemplatesController(MessageTemplates templates) {
    this.templates = templates;
  }

  /** A template to save. */
  record TemplateBody(
      @Schema(
              description =
                  "Subject of a mail or title of a notification, in one line; none if absent.",
              example = "Order {{id}} has shipped")
          @Nullable String subject,
      @Schema(
              description = "Plain text, in Mustache syntax; none if absent.",
              example = "Dear {{name}}, your order is on its way.")
          @Nullable String text,
      @Schema(
              description =
                  "HTML body of a mail, in which values are escaped; none if absent. A template"
                      + " needs a text or an HTML body.",
              example = "<p>Dear {{name}}</p>")
          @Nullable String html) {

    MessageTemplate checked(String name) {
      MessageTemplate template =
          new MessageTemplate(
              OutboundNames.checked(name),
              subject == null ? "" : subject,
              text == null ? "" : text,
              html == null ? "" : html);
      checkLength("subject", template.subject(), MAX_SUBJECT_CHARACTERS);
      checkLength("text", template.text(), MAX_TEXT_CHARACTERS);
      checkLength("html", template.html(), MAX_TEXT_CHARACTERS);
      // A line break would add headers to a mail.
      if (template.subject().chars().anyMatch(Character::isISOControl)) {
        throw refused("subject: line breaks and control characters are not allowed");
      }
      if (template.text().isEmpty() && template.html().isEmpty()) {
        throw refused("text: a template needs a text or an html body; both are empty");
      }
      return template;
    }

    private static void checkLength(String field, String value, int max) {
      if (value.length() > max) {
        throw refused(
            "%s: %d characters are above the maximum of %d".formatted(field, value.length(), max));
      }
    }

    private static ApiException refused(String detail) {
      return ApiException.refused("bad-template", detail);
    }
  }

  /** A template as the API shows it. */
  record TemplateView(
      @Schema(description = "Name of the template.", example = "shipped") String name,
      @Schema(
              description = "Subject of a mail or title of a notification; it may be empty.",
              example = "Order {{id}} has shipped")
          String subject,
      @Schema(
              description = "Plain text; it may be empty.",
              example = "Dear {{name}}, your order is on its way.")
          String text,
      @Schema(
              description = "HTML body of a mail; it may be empty.",
              example = "<p>Dear {{name}}</p>")
          String html,
      @Schema(description = "Time of the last change.") Instant updatedAt,
      @Schema(description = "Name of the key that made the last change.", example = "ci")
          String updatedBy) {

    static TemplateView of(MessageTemplates.StoredTemplate stored) {
      MessageTemplate template = stored.template();
      return new TemplateView(
          template.name(),
          template.subject(),
          template.text(),
          template.html(),
          stored.updatedAt(),
          stored.updatedBy());
    }
  }

  /** A template without its texts. */
  record TemplateSummary(
      @Schema(description = "Name of the template.", example = "shipped") String name,
      @Schema(
              description = "Subject of a mail or title of a notification; it may be empty.",
              example = "Order {{id}} has shipped")
          String subject,
      @Schema(description = "Time of the last change.") Instant updatedAt,
      @Schema(description = "Name of the key that made the last change.", example = "ci")
          String updatedBy) {

    static TemplateSummary of(MessageTemplates.TemplateInfo info) {
      return new TemplateSummary(info.name(), info.subject(), info.updatedAt(), info.updatedBy());
    }
  }

  @PutMapping("/api/templates/{name}")
  @RequiresPermission(
      value = Permission.PUBLISH,
      summary = "Saves a template for mails, text messages and notifications.")
  TemplateView save(
      Caller caller, @PathVariable String name, @Valid @RequestBody TemplateBody body) {
    Optional<TemplateView> before = templates.find(caller.tenant(), name).map(TemplateView::of);
    return AuditDetail.changed(
        before,
        templates
            .save(caller.tenant(), body.checked(name), caller.name())
            .map(TemplateView::of)
            .orElseThrow(
                () ->
                    OutboundNames.tooMany("templates", MessageTemplates.MAX_TEMPLATES_PER_TENANT)));
  }

  @GetMapping("/api/templates")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Lists the templates of the tenant, without their texts.")
  Listing<TemplateSummary> list(
      Caller caller,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "50") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    return Listing.of(
        templates.list(caller.tenant(), after, limit).stream().map(TemplateSummary::of).toList(),
        limit,
        TemplateSummary::name);
  }

  @GetMapping("/api/templates/{name}")
  @RequiresPermission(value = Permission.READ, summary = "Returns a template.")
  TemplateView get(Caller caller, @PathVariable String name) {
    return templates
        .find(caller.tenant(), name)
        .map(TemplateView::of)
        .orElseThrow(() -> unknown(name));
  }

  @DeleteMapping("/api/templates/{name}")
  @RequiresPermission(value = Permission.PUBLISH, summary = "Deletes a template.")
  @ApiStatus(204)
  ResponseEntity<Void> delete(Caller caller, @PathVariable String name) {
    Optional<TemplateView> before = templates.find(caller.tenant(), name).map(TemplateView::of);
    if (!templates.delete(caller.tenant(), name)) {
      throw unknown(name);
    }
    before.ifPresent(AuditDetail::removed);
    return ResponseEntity.noContent().build();
  }

  private static ApiException unknown(String name) {
    return ApiException.notFound("template '" + name + "'");
  }
}
