package dev.pawl.server.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageConversionException;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.http.converter.HttpMessageNotWritableException;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.method.support.ModelAndViewContainer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Bodies and answers that are plain JSON, which nearly all are: they are read and written at once.
 * Spring looks anew at every request for what could read it, what the client accepts and what could
 * write that, which took a ninth of the server's time under load. Whatever is not quite as plain,
 * an empty body or an unusual header, goes Spring's way, and fares there as ever.
 */
final class PlainJson implements HandlerMethodArgumentResolver, HandlerMethodReturnValueHandler {

  private static final Set<String> ANYTHING = Set.of("*/*", MediaType.APPLICATION_JSON_VALUE);

  /** Headers that say nothing of how, or whether, the body is sent. */
  private static final Set<String> PLAIN_HEADERS =
      Set.of(HttpHeaders.LOCATION, "Idempotency-Replayed");

  private final JsonMapper mapper;
  private final ObjectWriter writer;
  private final HandlerMethodArgumentResolver otherBodies;
  private final HandlerMethodReturnValueHandler otherAnswers;
  private final Map<MethodParameter, ObjectReader> readers = new ConcurrentHashMap<>();
  private final Map<Method, Boolean> plain = new ConcurrentHashMap<>();

  /**
   * @param otherBodies reads what is not plain
   * @param otherAnswers writes what is not plain
   */
  PlainJson(
      JsonMapper mapper,
      HandlerMethodArgumentResolver otherBodies,
      HandlerMethodReturnValueHandler otherAnswers) {
    this.mapper = mapper;
    this.writer = mapper.writer().without(StreamWriteFeature.AUTO_CLOSE_TARGET);
    this.otherBodies = otherBodies;
    this.otherAnswers = otherAnswers;
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.hasParameterAnnotation(RequestBody.class);
  }

  @Override
  public @Nullable Object resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest exchange,
      @Nullable WebDataBinderFactory binders)
      throws Exception {
    HttpServletRequest request =
        Objects.requireNonNull(exchange.getNativeRequest(HttpServletRequest.class));
    if (request.getContentLengthLong() <= 0
        || !MediaType.APPLICATION_JSON_VALUE.equals(request.getContentType())) {
      return otherBodies.resolveArgument(parameter, container, exchange, binders);
    }
    Object body = read(parameter, request);
    if (body == null
        && Objects.requireNonNull(parameter.getParameterAnnotation(RequestBody.class)).required()) {
      throw unreadable("Required request body is missing", null, request);
    }
    return body;
  }

  private @Nullable Object read(MethodParameter parameter, HttpServletRequest request)
      throws IOException {
    ObjectReader reader =
        readers.computeIfAbsent(
            parameter,
            fresh -> mapper.readerFor(mapper.constructType(parameter.getGenericParameterType())));
    try {
      return reader.readValue(request.getInputStream());
    } catch (InvalidDefinitionException ours) {
      throw new HttpMessageConversionException("a type of ours cannot be read", ours);
    } catch (JacksonException malformed) {
      throw unreadable("JSON parse error", malformed, request);
    }
  }

  private static HttpMessageNotReadableException unreadable(
      String why, @Nullable JacksonException cause, HttpServletRequest request) {
    return new HttpMessageNotReadableException(why, cause, new ServletServerHttpRequest(request));
  }

  @Override
  public boolean supportsReturnType(MethodParameter answer) {
    return plain.computeIfAbsent(
        Objects.requireNonNull(answer.getMethod()), PlainJson::isAnsweredPlainly);
  }

  /** Lists are sifted on their way; what is no record may be a page, or nothing. */
  private static boolean isAnsweredPlainly(Method method) {
    Type type = method.getGenericReturnType();
    if (type instanceof ParameterizedType entity && entity.getRawType() == ResponseEntity.class) {
      type = entity.getActualTypeArguments()[0];
    }
    return method.getDeclaringClass().isAnnotationPresent(RestController.class)
        && type instanceof Class<?> record
        && record.isRecord();
  }

  @Override
  public void handleReturnValue(
      @Nullable Object answer,
      MethodParameter type,
      ModelAndViewContainer container,
      NativeWebRequest exchange)
      throws Exception {
    Object body = answer instanceof ResponseEntity<?> entity ? entity.getBody() : answer;
    if (body == null || hasMoreToSay(answer) || isUnusual(exchange)) {
      otherAnswers.handleReturnValue(answer, type, container, exchange);
      return;
    }
    container.setRequestHandled(true);
    HttpServletResponse response =
        Objects.requireNonNull(exchange.getNativeResponse(HttpServletResponse.class));
    if (answer instanceof ResponseEntity<?> entity) {
      response.setStatus(entity.getStatusCode().value());
      entity
          .getHeaders()
          .forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
    }
    response.setContentType(MediaType.APPLICATION_JSON_VALUE);
    try {
      writer.writeValue(response.getOutputStream(), body);
    } catch (InvalidDefinitionException ours) {
      throw new HttpMessageConversionException("a type of ours cannot be written", ours);
    } catch (JacksonException failed) {
      throw new HttpMessageNotWritableException("the answer cannot be written", failed);
    }
  }

  private static boolean hasMoreToSay(@Nullable Object answer) {
    return answer instanceof ResponseEntity<?> entity
        && !PLAIN_HEADERS.containsAll(entity.getHeaders().headerNames());
  }

  /** A client may want something else. A name with a dot may look like that of a program. */
  private static boolean isUnusual(NativeWebRequest exchange) {
    String accepted = exchange.getHeader(HttpHeaders.ACCEPT);
    String path =
        Objects.requireNonNull(exchange.getNativeRequest(HttpServletRequest.class)).getRequestURI();
    return accepted != null && !ANYTHING.contains(accepted) || path.indexOf('.') >= 0;
  }
}
