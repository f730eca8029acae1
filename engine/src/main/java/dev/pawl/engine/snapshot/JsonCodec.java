package dev.pawl.engine.snapshot;

import dev.pawl.engine.bytes.DamagedBytesException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A codec of JSON values. Arrays and objects are shared, since an execution contains large values
 * repeatedly: the input of a state, its items and their contexts.
 */
final class JsonCodec implements Codec<Json> {

  static final JsonCodec JSON = new JsonCodec();
  static final Codec<JsonObject> OBJECT = Codec.of(JSON::writeMembers, JSON::readMembers).shared();
  private static final Codec<JsonArray> ARRAY =
      Codec.of(JSON::writeElements, JSON::readElements).shared();

  private static final int IS_NULL = 0;
  private static final int IS_FALSE = 1;
  private static final int IS_TRUE = 2;
  private static final int IS_WHOLE = 3;
  private static final int IS_DECIMAL = 4;
  private static final int IS_STRING = 5;
  private static final int IS_ARRAY = 6;
  private static final int IS_OBJECT = 7;

  private JsonCodec() {}

  @Override
  public void write(Json value, SnapshotWriter to) {
    switch (value) {
      case JsonNull nothing -> to.bytes.one(IS_NULL);
      case JsonBool bool -> to.bytes.one(bool.value() ? IS_TRUE : IS_FALSE);
      case JsonNumber number -> {
        if (number.isLong()) {
          to.bytes.one(IS_WHOLE);
          to.bytes.signed(number.longValue());
        } else {
          to.bytes.one(IS_DECIMAL);
          to.bytes.text(number.toString());
        }
      }
      case JsonString string -> {
        to.bytes.one(IS_STRING);
        to.bytes.text(string.value());
      }
      case JsonArray array -> {
        to.bytes.one(IS_ARRAY);
        ARRAY.write(array, to);
      }
      case JsonObject object -> {
        to.bytes.one(IS_OBJECT);
        OBJECT.write(object, to);
      }
    }
  }

  @Override
  public Json read(SnapshotReader from) {
    int kind = from.bytes.one();
    return switch (kind) {
      case IS_NULL -> JsonNull.NULL;
      case IS_FALSE -> JsonBool.FALSE;
      case IS_TRUE -> JsonBool.TRUE;
      case IS_WHOLE -> JsonNumber.of(from.bytes.signed());
      case IS_DECIMAL -> JsonNumber.of(new BigDecimal(from.bytes.text()));
      case IS_STRING -> new JsonString(from.bytes.text());
      case IS_ARRAY -> ARRAY.read(from);
      case IS_OBJECT -> OBJECT.read(from);
      default -> throw new DamagedBytesException("no JSON value is of kind " + kind);
    };
  }

  private void writeElements(JsonArray array, SnapshotWriter to) {
    to.bytes.count(array.length());
    for (Json element : array) {
      write(element, to);
    }
  }

  private JsonArray readElements(SnapshotReader from) {
    int length = from.bytes.amount();
    List<Json> elements = new ArrayList<>(length);
    for (int i = 0; i < length; i++) {
      elements.add(read(from));
    }
    return JsonArray.of(elements);
  }

  private void writeMembers(JsonObject object, SnapshotWriter to) {
    to.bytes.count(object.members().size());
    for (Map.Entry<String, Json> member : object.members().entrySet()) {
      to.word(member.getKey());
      write(member.getValue(), to);
    }
  }

  private JsonObject readMembers(SnapshotReader from) {
    int size = from.bytes.amount();
    JsonObject.Builder members = JsonObject.builder();
    for (int i = 0; i < size; i++) {
      members.put(from.word(), read(from));
    }
    return members.build();
  }
}
