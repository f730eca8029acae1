package dev.pawl.sdk;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A JSON object. Members keep their order; {@code equals} ignores it. */
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
    return members.isEmpty() ? EMPTY : new JsonObject(new LinkedHashMap<>(members));
  }

  /** Returns an object with one member; {@link #with} adds more. */
  public static JsonObject of(String name, Json value) {
    return EMPTY.with(name, value);
  }

  /** Returns a new builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builder of an object; cheaper than {@link #with} for many members. */
  public static final class Builder {

    private Map<String, Json> members = new LinkedHashMap<>();

    private Builder() {}

    /** Sets a member; a new one is appended. */
    public Builder put(String name, Json value) {
      members.put(name, value);
      return this;
    }

    public boolean has(String name) {
      return members.containsKey(name);
    }

    public int size() {
      return members.size();
    }

    /** Returns the object and empties the builder. */
    public JsonObject build() {
      Map<String, Json> complete = members;
      members = new LinkedHashMap<>();
      return complete.isEmpty() ? EMPTY : new JsonObject(complete);
    }
  }

  /** Returns the members in their order as an unmodifiable map. */
  public Map<String, Json> members() {
    return Collections.unmodifiableMap(members);
  }

  /** Returns the entries without the unmodifiable view, which allocates one object per entry. */
  Set<Map.Entry<String, Json>> entries() {
    return members.entrySet();
  }

  public boolean has(String name) {
    return members.containsKey(name);
  }

  /** Returns a copy in which the member has that value; a new member is appended. */
  public JsonObject with(String name, Json value) {
    Map<String, Json> changed = new LinkedHashMap<>(members);
    changed.put(name, value);
    return new JsonObject(changed);
  }

  /** Returns a copy without that member. */
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
    return new String(toUtf8(), StandardCharsets.UTF_8);
  }
}
