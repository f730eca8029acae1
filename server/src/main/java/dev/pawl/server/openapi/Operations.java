package dev.pawl.server.openapi;

import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Doors;
import dev.pawl.server.web.Answers;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ValueConstants;

/** One door as an operation. */
final class Operations {

  private static final Set<String> WRITES = Set.of("POST", "PUT", "DELETE");

  private static final Set<HttpStatus> ANY =
      EnumSet.of(
          HttpStatus.BAD_REQUEST,
          HttpStatus.UNAUTHORIZED,
          HttpStatus.FORBIDDEN,
          HttpStatus.NOT_ACCEPTABLE,
          HttpStatus.TOO_MANY_REQUESTS,
          HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
          HttpStatus.INTERNAL_SERVER_ERROR,
          HttpStatus.SERVICE_UNAVAILABLE);

  private static final Set<HttpStatus> OF_WRITES =
      EnumSet.of(
          HttpStatus.CONFLICT,
          HttpStatus.CONTENT_TOO_LARGE,
          HttpStatus.UNSUPPORTED_MEDIA_TYPE,
          HttpStatus.UNPROCESSABLE_CONTENT);

  private static final Pattern ONE_OF = Pattern.compile("\\{(\\w+):([^}]*)}");

  private final Schemas schemas;

  Operations(Schemas schemas) {
    this.schemas = schemas;
  }

  /** The pattern without what its variables may be. */
  static String path(String pattern) {
    return ONE_OF.matcher(pattern).replaceAll("{$1}");
  }

  Map<String, Object> of(String verb, String pattern, Method method) {
    String room = method.getDeclaringClass().getPackageName();
    Map<String, Object> operation = new LinkedHashMap<>();
    operation.put("operationId", id(verb, pattern));
    operation.put("tags", List.of(room.substring(room.lastIndexOf('.') + 1)));
    Doors.permission(verb + " " + pattern)
        .ifPresent(
            permission -> operation.put("description", "Needs the permission " + permission + "."));
    List<Object> parameters = new ArrayList<>();
    for (Parameter parameter : method.getParameters()) {
      parameter(parameter, pattern, parameters);
      if (parameter.isAnnotationPresent(RequestBody.class)) {
        operation.put("requestBody", body(parameter));
      }
    }
    if (WRITES.contains(verb) && parameters.stream().noneMatch(Operations::isKey)) {
      parameters.add(parameter("header", "Idempotency-Key", false, Schemas.type("string")));
    }
    if (!parameters.isEmpty()) {
      operation.put("parameters", parameters);
    }
    operation.put("responses", responses(verb, pattern, method));
    return operation;
  }

  /** Such as getFlowsByFlowVersions: from what never changes without notice. */
  private static String id(String verb, String pattern) {
    StringBuilder id = new StringBuilder(verb.toLowerCase(java.util.Locale.ROOT));
    for (String part : path(pattern).substring(1).split("[/.-]")) {
      boolean variable = part.startsWith("{");
      String word = variable ? part.substring(1, part.length() - 1) : part;
      if (!word.equals("api") && !word.isEmpty()) {
        id.append(variable ? "By" : "")
            .append(Character.toUpperCase(word.charAt(0)))
            .append(word.substring(1));
      }
    }
    return id.toString();
  }

  private static boolean isKey(Object parameter) {
    return parameter instanceof Map<?, ?> map && "Idempotency-Key".equals(map.get("name"));
  }

  private void parameter(Parameter parameter, String pattern, List<Object> parameters) {
    if (parameter.getType() == Caller.class) {
      return;
    }
    Map<String, Object> schema = schemas.of(parameter.getParameterizedType());
    RequestParam query = parameter.getAnnotation(RequestParam.class);
    RequestHeader header = parameter.getAnnotation(RequestHeader.class);
    if (parameter.isAnnotationPresent(PathVariable.class)) {
      Matcher oneOf = ONE_OF.matcher(pattern);
      boolean fixed = oneOf.find() && oneOf.group(1).equals(parameter.getName());
      parameters.add(
          parameter(
              "path",
              parameter.getName(),
              true,
              fixed ? Schemas.words(List.of(oneOf.group(2).split("\\|"))) : schema));
    } else if (query != null) {
      boolean given = !query.defaultValue().equals(ValueConstants.DEFAULT_NONE);
      Map<String, Object> full = new LinkedHashMap<>(schema);
      if (given && !query.defaultValue().isEmpty()) {
        full.put("default", value(parameter.getType(), query.defaultValue()));
      }
      String name = query.name().isEmpty() ? parameter.getName() : query.name();
      parameters.add(parameter("query", name, query.required() && !given, full));
    } else if (header != null) {
      parameters.add(parameter("header", header.name(), header.required(), schema));
    }
  }

  private static Object value(Class<?> type, String text) {
    if (type == int.class) {
      return Integer.valueOf(text);
    }
    return type == boolean.class ? Boolean.valueOf(text) : text;
  }

  private static Map<String, Object> parameter(
      String in, String name, boolean required, Map<String, Object> schema) {
    Map<String, Object> parameter = new LinkedHashMap<>();
    parameter.put("name", name);
    parameter.put("in", in);
    parameter.put("required", required);
    parameter.put("schema", schema);
    return parameter;
  }

  private Map<String, Object> body(Parameter parameter) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("required", parameter.getAnnotation(RequestBody.class).required());
    body.put("content", json(schemas.of(parameter.getParameterizedType())));
    return body;
  }

  private Map<String, Object> responses(String verb, String pattern, Method method) {
    Map<String, Object> responses = new TreeMap<>();
    Type answer = method.getGenericReturnType();
    boolean wrapped =
        answer instanceof ParameterizedType type && type.getRawType() == ResponseEntity.class;
    Type inner = wrapped ? ((ParameterizedType) answer).getActualTypeArguments()[0] : answer;
    for (int status : statuses(method)) {
      responses.put(Integer.toString(status), good(HttpStatus.valueOf(status), inner));
    }
    for (HttpStatus status : problems(verb, pattern)) {
      responses.put(
          Integer.toString(status.value()), Map.of("$ref", "#/components/responses/Problem"));
    }
    return responses;
  }

  private static int[] statuses(Method method) {
    Answers answers = method.getAnnotation(Answers.class);
    return answers == null ? new int[] {HttpStatus.OK.value()} : answers.value();
  }

  private Map<String, Object> good(HttpStatus status, Type inner) {
    Map<String, Object> good = new LinkedHashMap<>();
    good.put("description", status.getReasonPhrase());
    if (inner == void.class) {
      good.put("content", Map.of("text/event-stream", Map.of("schema", Schemas.type("string"))));
    } else if (inner != Void.class && status != HttpStatus.NO_CONTENT) {
      good.put("content", json(schemas.of(inner)));
    }
    return good;
  }

  /** With what a request like this can be refused. */
  private static Set<HttpStatus> problems(String verb, String pattern) {
    Set<HttpStatus> problems = EnumSet.copyOf(ANY);
    if (pattern.contains("{")) {
      problems.add(HttpStatus.NOT_FOUND);
    }
    if (WRITES.contains(verb)) {
      problems.addAll(OF_WRITES);
    }
    return problems;
  }

  private static Map<String, Object> json(Map<String, Object> schema) {
    return Map.of("application/json", Map.of("schema", schema));
  }
}
