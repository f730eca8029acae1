package dev.pawl.server;

import dev.pawl.model.json.Pointer;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Validates values against the parts of JSON Schema that the OpenAPI document uses. */
final class SchemaCheck {

  private final Json document;

  SchemaCheck(Json document) {
    this.document = document;
  }

  List<String> errors(Json schema, Json value) {
    List<String> errors = new ArrayList<>();
    check(schema, value, "", errors);
    return errors;
  }

  private void check(Json schema, Json value, String path, List<String> errors) {
    Optional<Json> reference = schema.get("$ref");
    if (reference.isPresent()) {
      String pointer = reference.get().asText().substring(1);
      check(Pointer.find(document, pointer).orElseThrow(), value, path, errors);
    } else if (schema.get("anyOf").isPresent()) {
      boolean fits = false;
      for (Json one : (JsonArray) schema.get("anyOf").orElseThrow()) {
        fits |= errors(one, value).isEmpty();
      }
      if (!fits) {
        errors.add(path + ": none of " + schema.get("anyOf").orElseThrow() + " fits " + value);
      }
    } else {
      plain(schema, value, path, errors);
    }
  }

  private void plain(Json schema, Json value, String path, List<String> errors) {
    String type = schema.get("type").map(Json::asText).orElse("");
    if (!isOf(type, value)) {
      errors.add(path + ": not of type " + type + ": " + value);
    } else if (value instanceof JsonObject object) {
      object(schema, object, path, errors);
    } else if (value instanceof JsonArray array && schema.get("items").isPresent()) {
      for (int i = 0; i < array.length(); i++) {
        check(
            schema.get("items").orElseThrow(), array.get(i).orElseThrow(), path + "/" + i, errors);
      }
    }
    schema
        .get("enum")
        .filter(words -> !words.toString().contains(value.toString()))
        .ifPresent(words -> errors.add(path + ": not one of " + words + ": " + value));
  }

  private void object(Json schema, JsonObject object, String path, List<String> errors) {
    schema
        .get("required")
        .ifPresent(
            names -> {
              for (Json name : (JsonArray) names) {
                if (!object.has(name.asText())) {
                  errors.add(path + ": lacks " + name);
                }
              }
            });
    Json others = schema.get("additionalProperties").orElse(JsonObject.EMPTY);
    object
        .members()
        .forEach(
            (name, member) -> {
              Optional<Json> known = schema.get("properties").flatMap(all -> all.get(name));
              if (known.isPresent()) {
                check(known.get(), member, path + "/" + name, errors);
              } else if (others instanceof JsonObject) {
                check(others, member, path + "/" + name, errors);
              } else {
                errors.add(path + ": undocumented member " + name);
              }
            });
  }

  private static boolean isOf(String type, Json value) {
    return switch (type) {
      case "" -> true;
      case "null" -> value instanceof JsonNull;
      case "integer" -> value instanceof JsonNumber && value.toString().matches("-?\\d+");
      default -> value.kind().equals(type);
    };
  }
}
