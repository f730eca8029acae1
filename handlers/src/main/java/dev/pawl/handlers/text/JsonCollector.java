package dev.pawl.handlers.text;

import com.samskivert.mustache.BasicCollector;
import com.samskivert.mustache.Mustache;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Gives templates access to maps and lists only, and counts the elements they visit: nested
 * sections over the same list could otherwise run for years without writing a character.
 */
final class JsonCollector extends BasicCollector {

  private final int maxElements;
  private int visited;

  JsonCollector(int maxElements) {
    this.maxElements = maxElements;
  }

  @Override
  public @Nullable Iterator<?> toIterator(Object value) {
    return value instanceof List<?> list ? counted(list.iterator()) : null;
  }

  private Iterator<?> counted(Iterator<?> elements) {
    return new Iterator<Object>() {
      @Override
      public boolean hasNext() {
        return elements.hasNext();
      }

      @Override
      public Object next() {
        visited++;
        if (visited > maxElements) {
          throw new TemplateLimitException(
              "sections visit more than %d elements; use less data".formatted(maxElements));
        }
        Object element = elements.next();
        return element == null ? "" : element;
      }
    };
  }

  @Override
  public Mustache.@Nullable VariableFetcher createFetcher(Object context, String name) {
    return context instanceof Map<?, ?> || context instanceof List<?>
        ? super.createFetcher(context, name)
        : null;
  }

  @Override
  public <K, V> Map<K, V> createFetcherCache() {
    return new ConcurrentHashMap<>();
  }
}
