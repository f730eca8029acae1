package dev.pawl.handlers.http;

import dev.pawl.handlers.egress.HttpAnswer;
import dev.pawl.handlers.egress.HttpUrl;
import dev.pawl.handlers.settings.HandlerSettings;
import dev.pawl.handlers.settings.ValuePath;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How an answer of several pages is collected.
 *
 * @param next path to the URL of the next page, or to its cursor; empty for the header Link
 * @param parameter query parameter that takes the cursor; empty if {@code next} is a URL
 * @param items path to the items of a page
 */
record Pagination(
    Optional<ValuePath> next, Optional<String> parameter, ValuePath items, int maxPages) {

  private static final int DEFAULT_PAGES = 10;
  private static final int MAX_PAGES = 100;

  private static final Pattern LINK_NEXT =
      Pattern.compile("<([^>]*)>[^,]*;\\s*rel=\"?next\"?", Pattern.CASE_INSENSITIVE);

  static Optional<Pagination> of(HandlerSettings settings) throws HandlerException {
    if (settings.value("pagination").isEmpty()) {
      return Optional.empty();
    }
    HandlerSettings pages = settings.object("pagination");
    String next = pages.text("next").orElse("link");
    return Optional.of(
        new Pagination(
            next.equals("link") ? Optional.empty() : Optional.of(path("next", next)),
            pages.text("parameter"),
            path("items", pages.text("items").orElse("$")),
            pages.number("maxPages", DEFAULT_PAGES, 1, MAX_PAGES)));
  }

  private static ValuePath path(String field, String text) throws HandlerException {
    try {
      return ValuePath.parse(text);
    } catch (IllegalArgumentException e) {
      throw HandlerSettings.invalid("pagination.%s: %s".formatted(field, e.getMessage()));
    }
  }

  /** Returns the items of a page; a page without an array there has none. */
  List<Json> itemsOf(Json body) {
    return items
        .in(body)
        .map(found -> found instanceof JsonArray array ? array.elements() : List.<Json>of())
        .orElse(List.of());
  }

  /** Returns the URL of the next page; empty after the last one. */
  Optional<HttpUrl> nextOf(HttpUrl first, HttpAnswer answer, Json body) throws HandlerException {
    Optional<String> reference =
        next.isPresent()
            ? next.get().in(body).filter(found -> !found.isNull()).map(Json::asText)
            : linkOf(answer);
    if (reference.filter(text -> !text.isEmpty()).isEmpty()) {
      return Optional.empty();
    }
    if (parameter.isPresent()) {
      return Optional.of(first.withParameter(parameter.get(), reference.get()));
    }
    HttpUrl url;
    try {
      url = answer.url().resolve(reference.get());
    } catch (IllegalArgumentException e) {
      throw new HandlerException(
          HttpErrors.DENIED.name(), "pagination.next leads to something that may not be called");
    }
    if (!url.sameOrigin(first)) {
      throw new HandlerException(
          HttpErrors.DENIED.name(),
          "pagination.next leads from %s to another host".formatted(first.host()));
    }
    return Optional.of(url);
  }

  private static Optional<String> linkOf(HttpAnswer answer) {
    Matcher link = LINK_NEXT.matcher(answer.header("link").orElse(""));
    return link.find() ? Optional.of(link.group(1)) : Optional.empty();
  }
}
