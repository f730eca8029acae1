package dev.pawl.model.formula;

import dev.pawl.model.formula.FormulaType.Kind;
import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The names that a formula can use, with their types and their JSONata. */
public final class FormulaScope {

  private final Map<String, Name> names;
  private final Optional<Name> record;

  private FormulaScope(Map<String, Name> names, Optional<Name> record) {
    this.names = Collections.unmodifiableMap(new LinkedHashMap<>(names));
    this.record = record;
  }

  /**
   * A name of a scope.
   *
   * @param jsonata path or variable that has the value, such as {@code $$.event.payload}
   */
  public record Name(String name, String jsonata, FormulaType type) {}

  /** Returns a scope of the given names, as the compiler of a dialect builds it. */
  public static FormulaScope of(List<Name> names) {
    Map<String, Name> byName = new LinkedHashMap<>();
    names.forEach(name -> byName.put(name.name(), name));
    return new FormulaScope(byName, Optional.empty());
  }

  /** Returns the scope in which every member of the root object is a name. */
  public static FormulaScope ofRoot(FormulaType root) {
    FormulaType object = root.kind() == Kind.OBJECT ? root : FormulaType.object(Map.of(), true);
    return new FormulaScope(Map.of(), Optional.of(new Name("", "$$", object)));
  }

  /**
   * Returns the scope of changes of records: the fields of the record by their bare names, {@code
   * record}, {@code previous}, and the functions {@code changed} and {@code previous}.
   *
   * @param schema JSON Schema of the collection; {@code {}} if there is none
   */
  public static FormulaScope ofRecord(Json schema) {
    FormulaType data = ofObject(schema);
    Map<String, FormulaType> previous = new LinkedHashMap<>();
    data.fields().forEach((field, type) -> previous.put(field, type.orNull()));
    FormulaType previousData = FormulaType.object(previous, data.isOpen());
    FormulaType record =
        FormulaType.object(
            Map.of(
                "id",
                FormulaType.ANY,
                "collectionName",
                FormulaType.of(Kind.TEXT, true),
                "data",
                data,
                "previousData",
                previousData,
                "changedFields",
                FormulaType.list(FormulaType.of(Kind.TEXT, true)).orNull()),
            false);
    FormulaScope scope =
        envelope(
            new Name("record", "$$.record", record),
            new Name("previous", "$$.record.previousData", previousData));
    return new FormulaScope(scope.names, Optional.of(new Name("", "$$.record.data", data)));
  }

  /** Returns the scope of events: {@code event} and {@code payload}. */
  public static FormulaScope ofEvent(Json payloadSchema) {
    FormulaType payload = FormulaType.ofSchema(payloadSchema);
    Map<String, FormulaType> event = new LinkedHashMap<>();
    for (String field : List.of("type", "id", "aggregateId", "clientId", "lobId", "productId")) {
      event.put(field, FormulaType.of(field.equals("type") ? Kind.TEXT : Kind.ANY, true));
    }
    event.put("payload", payload);
    return envelope(
        new Name("event", "$$.event", FormulaType.object(event, false)),
        new Name("payload", "$$.event.payload", payload));
  }

  /** Returns the scope of messages from Kafka: {@code message} with key, headers and payload. */
  public static FormulaScope ofMessage(Json payloadSchema) {
    Map<String, FormulaType> message =
        Map.of(
            "key", FormulaType.of(Kind.TEXT, true),
            "headers", FormulaType.of(Kind.OBJECT, true),
            "payload", FormulaType.ofSchema(payloadSchema));
    return envelope(new Name("message", "$$.message", FormulaType.object(message, false)));
  }

  /** Returns the scope of webhooks and API calls: {@code input} and {@code headers}. */
  public static FormulaScope ofWebhook(Json inputSchema) {
    return envelope(
        new Name("input", "$$.input", FormulaType.ofSchema(inputSchema)),
        new Name("headers", "$$.trigger.webhook.headers", FormulaType.of(Kind.OBJECT, true)));
  }

  /** Returns a scope of the given names, {@code trigger} and {@code context}. */
  private static FormulaScope envelope(Name... names) {
    List<Name> all = new ArrayList<>(List.of(names));
    all.add(new Name("trigger", "$$.trigger", FormulaType.of(Kind.OBJECT, true)));
    all.add(new Name("context", "$$.context", FormulaType.of(Kind.OBJECT, true)));
    return of(all);
  }

  private static FormulaType ofObject(Json schema) {
    FormulaType type = FormulaType.ofSchema(schema);
    return type.kind() == Kind.OBJECT
        ? FormulaType.object(type.fields(), type.isOpen())
        : FormulaType.object(Map.of(), true);
  }

  /** Returns a copy of this scope with one more name, which hides one of the same name. */
  public FormulaScope with(Name name) {
    Map<String, Name> more = new LinkedHashMap<>(names);
    more.put(name.name(), name);
    return new FormulaScope(more, record);
  }

  Optional<Name> find(String name) {
    return Optional.ofNullable(names.get(name));
  }

  /** Returns the object whose members are bare names; empty if the scope has none. */
  Optional<Name> bare() {
    return record;
  }

  /** Returns true if the functions {@code changed} and {@code previous} can be used. */
  boolean hasChanges() {
    return record.isPresent() && names.containsKey("previous");
  }

  /** Returns all names that are known, for advice. */
  List<String> known() {
    List<String> known = new ArrayList<>(names.keySet());
    record.ifPresent(bare -> known.addAll(bare.type().fields().keySet()));
    return known;
  }
}
