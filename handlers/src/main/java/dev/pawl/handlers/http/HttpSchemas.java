package dev.pawl.handlers.http;

import dev.pawl.sdk.Json;

/** Parts of the JSON Schemas that HTTP handlers share. */
final class HttpSchemas {

  /** Credentials of a request, by type. */
  static final Json AUTH =
      Json.parse(
          """
          {
            "type": "object",
            "description": "Credentials; a connection has its own",
            "required": ["type"],
            "properties": {
              "type": {"enum": ["none", "basic", "bearer", "header", "oauth2", "hmac"]},
              "user": {"type": "string"}, "password": {"type": "string"},
              "token": {"type": "string"},
              "name": {"type": "string"}, "value": {"type": "string"},
              "tokenUrl": {"type": "string"}, "clientId": {"type": "string"},
              "clientSecret": {"type": "string"}, "scope": {"type": "string"},
              "audience": {"type": "string"}, "clientAuth": {"enum": ["header", "body"]},
              "secret": {"type": "string"}, "header": {"type": "string"},
              "prefix": {"type": "string"}, "timestampHeader": {"type": "string"}
            },
            "additionalProperties": false
          }
          """);

  /** Headers by name. */
  static final Json HEADERS =
      Json.parse(
          """
          {"type": "object", "description": "Headers by name",
           "additionalProperties": {"type": ["string", "number", "boolean", "null"]}}
          """);

  private HttpSchemas() {}

  /** Parses a schema in which {@code "AUTH"} and {@code "HEADERS"} stand for the shared parts. */
  static Json parse(String text) {
    return Json.parse(
        text.replace("\"AUTH\"", AUTH.toString()).replace("\"HEADERS\"", HEADERS.toString()));
  }
}
