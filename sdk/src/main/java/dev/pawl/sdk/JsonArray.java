package dev.pawl.sdk;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A JSON array. */
public final class JsonArray implements Json, Iterable<Json> {

  /** The array without elements. */
  public static final JsonArray EMPTY = new JsonArray(List.of());

  private final List<Json> elements;
  private final int depth;
  private long size;

  private JsonArray(List<Json> elements) {
    this.elements = elements;
    int deepest = 0;
    for (Json element : elements) {
      deepest = Math.max(deepest, element.depth());
    }
    this.depth = deepest + 1;
  }

  /** Returns an array with these elements. */
  public static JsonArray of(List<? extends Json> elements) {
    return elements.isEmpty() ? EMPTY : new JsonArray(List.copyOf(elements));
  }

  /** Returns an array with these elements. */
  public static JsonArray of(Json... elements) {
    return of(List.of(elements));
  }

  /** Returns the elements as an unmodifiable list. */
  public List<Json> elements() {
    return elements;
  }

  /** Returns the number of elements. */
  public int length() {
    return elements.size();
  }

  /** Returns a copy with one more element at the end. */
  public JsonArray with(Json element) {
    List<Json> longer = new ArrayList<>(elements);
    longer.add(element);
    return of(longer);
  }

  @Override
  public Optional<Json> get(int index) {
    return index >= 0 && index < elements.size()
        ? Optional.of(elements.get(index))
        : Optional.empty();
  }

  @Override
  public Iterator<Json> iterator() {
    return elements.iterator();
  }

  @Override
  public String kind() {
    return "array";
  }

  @Override
  public int depth() {
    return depth;
  }

  @Override
  public long size() {
    // A benign race: every thread computes the same value.
    if (size == 0) {
      long sum = 2L + Math.max(0, elements.size() - 1);
      for (Json element : elements) {
        sum += element.size();
      }
      size = sum;
    }
    return size;
  }

  @Override
  public Object toJava() {
    List<@Nullable Object> list = new ArrayList<>(elements.size());
    elements.forEach(element -> list.add(element.toJava()));
    return list;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonArray that && elements.equals(that.elements);
  }

  @Override
  public int hashCode() {
    return elements.hashCode();
  }

  @Override
  public String toString() {
    return new String(toUtf8(), StandardCharsets.UTF_8);
  }
}
