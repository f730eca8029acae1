package dev.pawl.model.field;

import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;

import dev.pawl.model.Template;
import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads text with references to secrets, such as {@code Bearer {{ secret('crm-token') }}}, between
 * which paths may stand. A backslash before a reference keeps it as literal text.
 */
final class SecretTexts {

  private static final Pattern REFERENCE =
      Pattern.compile(
          "(\\\\?)\\{\\{\\s*secret\\(\\s*'([^'\\p{Cntrl}\\uE000]{1,200})'\\s*\\)\\s*}}");

  /** Matches text that was meant as a reference but is none. */
  private static final Pattern FAILED_REFERENCE =
      Pattern.compile("(?<!\\\\)\\{\\{\\s*secret\\s*\\(");

  private SecretTexts() {}

  static Template read(DefinitionCursor cursor, String pointer, String text) {
    List<Template> parts = new ArrayList<>();
    StringBuilder plain = new StringBuilder();
    Matcher reference = REFERENCE.matcher(text);
    int at = 0;
    while (reference.find()) {
      plain.append(text, at, reference.start());
      at = reference.end();
      if (reference.group(1).isEmpty()) {
        refuseMalformed(cursor, pointer, plain.toString());
        parts.addAll(Interpolations.parts(cursor, pointer, plain.toString()));
        plain.setLength(0);
        parts.add(new Template.Secret(reference.group(2)));
      } else {
        plain.append(reference.group());
      }
    }
    String rest = plain.append(text, at, text.length()).toString();
    refuseMalformed(cursor, pointer, rest);
    if (parts.isEmpty()) {
      return withoutBackslashes(Interpolations.read(cursor, pointer, rest));
    }
    parts.addAll(Interpolations.parts(cursor, pointer, rest));
    return withoutBackslashes(new Template.Text(parts));
  }

  private static void refuseMalformed(DefinitionCursor cursor, String pointer, String text) {
    if (FAILED_REFERENCE.matcher(text).find()) {
      cursor.reportAt(
          BAD_VALUE,
          pointer,
          "'%s' has a reference to a secret that cannot be read".formatted(text),
          "Write {{ secret('name') }}, or a backslash before {{ if it is meant as it stands.");
    }
  }

  private static Template withoutBackslashes(Template template) {
    return switch (template) {
      case Template.Text(List<Template> parts) ->
          new Template.Text(parts.stream().map(SecretTexts::withoutBackslashes).toList());
      case Template.Literal(Json value) ->
          new Template.Literal(
              Json.of(REFERENCE.matcher(value.asText()).replaceAll(SecretTexts::unescaped)));
      default -> template;
    };
  }

  private static String unescaped(MatchResult reference) {
    return Matcher.quoteReplacement(reference.group().substring(reference.group(1).length()));
  }
}
