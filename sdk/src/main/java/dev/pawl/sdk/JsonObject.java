package dev.pawl.sdk;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A JSON object. Members keep their order; equality does not look at it. */
public final class JsonObject implements Json {

  public static final JsonObject EMPTY = new JsonObject(Map.of());

  private final Map<String, Json> members;
  private final int depth;
  private long size;

  private JsonObject(Map<String, Json> members) {
    this.members = members;
    int deepest = 0;
    for (Json member : members.values()) {
      deepest = Math.max(deepest, member.depth());
    }
    this.depth = deepest + 1;
  }

  public static JsonObject of(Map<String, ? extends Json> members) {
    return members.isEmpty()
        ? EMPTY
        : new JsonObject(Collections.unmodifiableMap(new LinkedHashMap<>(members)));
  }

  /** The object with that one member; more follow with {@link #with}. */
  public static JsonObject of(String name, Json value) {
    return EMPTY.with(name, value);
  }

  /** The members in their order, unmodifiable. */
  public Map<String, Json> members() {
    return members;
  }

  public boolean has(String name) {
    return members.containsKey(name);
  }

  /** A copy in which the member has that value; a new member comes last. */
  public JsonObject with(String name, Json value) {
    Map<String, Json> changed = new LinkedHashMap<>(members);
    changed.put(name, value);
    return new JsonObject(Collections.unmodifiableMap(changed));
  }

  /** A copy without that member. */
  public JsonObject without(String name) {
    Map<String, Json> changed = new LinkedHashMap<>(members);
    changed.remove(name);
    return of(changed);
  }

  @Override
  public Optional<Json> get(String name) {
    return Optional.ofNullable(members.get(name));
  }

  @Override
  public String kind() {
    return "object";
  }

  @Override
  public int depth() {
    return depth;
  }

  @Override
  public long size() {
    // A benign race: every thread computes the same value.
    if (size == 0) {
      long sum = 2L + Math.max(0, members.size() - 1);
      for (Map.Entry<String, Json> member : members.entrySet()) {
        sum += JsonWriter.size(member.getKey()) + 1 + member.getValue().size();
      }
      size = sum;
    }
    return size;
  }

  @Override
  public Object toJava() {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    members.forEach((name, value) -> map.put(name, value.toJava()));
    return map;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonObject that && members.equals(that.members);
  }

  @Override
  public int hashCode() {
    return members.hashCode();
  }

  @Override
  public String toString() {
    return JsonWriter.write(this);
  }
}
