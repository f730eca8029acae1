package dev.pawl.client.http;

import dev.pawl.sdk.Json;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/** Reads a cursor-paged list page by page. */
final class PageIterator implements Iterator<Json> {

  private static final int MAX_PAGE_SIZE = 200;

  private final ApiConnection connection;
  private final String path;
  private final Deque<Json> page = new ArrayDeque<>();
  private Optional<String> cursor = Optional.empty();
  private boolean isFirst = true;
  private int left;

  PageIterator(ApiConnection connection, String path, int maxItems) {
    this.connection = connection;
    this.path = path;
    this.left = maxItems;
  }

  @Override
  public boolean hasNext() {
    while (page.isEmpty() && left > 0 && (isFirst || cursor.isPresent())) {
      read();
    }
    return left > 0 && !page.isEmpty();
  }

  private void read() {
    ApiPath next = ApiPath.of(path).query("limit", Math.min(MAX_PAGE_SIZE, left));
    cursor.ifPresent(after -> next.query("after", after));
    Json answer = connection.get(next.toString());
    page.addAll(JsonMembers.elements(answer));
    cursor = JsonMembers.text(answer, "next");
    isFirst = false;
  }

  @Override
  public Json next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    left--;
    return page.remove();
  }
}
