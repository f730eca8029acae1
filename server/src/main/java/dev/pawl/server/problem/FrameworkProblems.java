package dev.pawl.server.problem;

import jakarta.validation.ConstraintViolation;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.validation.ObjectError;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.MissingRequestHeaderException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.ServletRequestBindingException;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.NoHandlerFoundException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import org.springframework.web.util.DisconnectedClientHelper;

/**
 * Converts exceptions of Spring MVC into problems that name the parameter, header or field, the
 * received value and what is allowed. Messages of Spring never reach a caller: other exceptions are
 * described by their status alone.
 */
abstract class FrameworkProblems extends ResponseEntityExceptionHandler {

  private static final Logger LOG = LoggerFactory.getLogger(FrameworkProblems.class);

  private static final int MAX_QUOTED_LENGTH = 100;
  private static final int MAX_VIOLATIONS = 10;

  private final RequestErrors errors;

  FrameworkProblems(RequestErrors errors) {
    this.errors = errors;
  }

  static ProblemDetail problem(HttpStatusCode status, String code, @Nullable String detail) {
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
    problem.setProperty("code", code);
    return problem;
  }

  private @Nullable ResponseEntity<Object> answer(
      Exception failed,
      String detail,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    return handleExceptionInternal(
        failed, problem(status, code(status), detail), headers, status, request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleTypeMismatch(
      TypeMismatchException failed,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    String name =
        failed instanceof MethodArgumentTypeMismatchException argument
            ? argument.getName()
            : String.valueOf(failed.getPropertyName());
    String detail =
        "%s: '%s' is not %s"
            .formatted(name, shortened(String.valueOf(failed.getValue())), errors.allowed(failed));
    return answer(failed, detail, headers, status, request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(
      MethodArgumentNotValidException failed,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    return answer(
        failed, joined(failed.getAllErrors().stream().map(this::field)), headers, status, request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHandlerMethodValidationException(
      HandlerMethodValidationException failed,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    Stream<String> details =
        failed.getParameterValidationResults().stream()
            .flatMap(
                result ->
                    result.getResolvableErrors().stream()
                        .map(
                            error ->
                                error instanceof ObjectError field
                                    ? field(field)
                                    : described(
                                        String.valueOf(
                                            result.getMethodParameter().getParameterName()),
                                        error.getDefaultMessage())));
    return answer(failed, joined(details), headers, status, request);
  }

  private String field(ObjectError error) {
    return described(
        errors.field(error.unwrap(ConstraintViolation.class)), error.getDefaultMessage());
  }

  private static String described(String name, @Nullable String message) {
    return "%s: %s".formatted(name, shortened(String.valueOf(message)));
  }

  private static String joined(Stream<String> details) {
    return details.sorted().limit(MAX_VIOLATIONS).collect(Collectors.joining("; "));
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleMissingServletRequestParameter(
      MissingServletRequestParameterException failed,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    String detail =
        "%s: this parameter is required, and missing".formatted(failed.getParameterName());
    return answer(failed, detail, headers, status, request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleServletRequestBindingException(
      ServletRequestBindingException failed,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    String detail =
        failed instanceof MissingRequestHeaderException header
            ? "%s: this header is required, and missing".formatted(header.getHeaderName())
            : detail(status);
    return answer(failed, detail, headers, status, request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpRequestMethodNotSupported(
      HttpRequestMethodNotSupportedException failed,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    String supported =
        Optional.ofNullable(failed.getSupportedHttpMethods()).stream()
            .flatMap(Collection::stream)
            .map(HttpMethod::name)
            .sorted()
            .collect(Collectors.joining(", "));
    String detail =
        "the method %s is not supported at %s; supported: %s"
            .formatted(shortened(failed.getMethod()), path(request), supported);
    return answer(failed, detail, headers, status, request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMediaTypeNotSupported(
      HttpMediaTypeNotSupportedException failed,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    String given = request.getHeader(HttpHeaders.CONTENT_TYPE);
    String detail =
        given == null
            ? "Content-Type: this header is required with a body, and missing; send"
                + " application/json"
            : "Content-Type: '%s' is not supported; supported: application/json"
                .formatted(shortened(given));
    return answer(failed, detail, headers, status, request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMediaTypeNotAcceptable(
      HttpMediaTypeNotAcceptableException failed,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    List<String> types =
        failed.getSupportedMediaTypes().stream()
            .filter(MediaType::isConcrete)
            .map(type -> type.getType() + "/" + type.getSubtype())
            .distinct()
            .sorted()
            .toList();
    String detail =
        "Accept: '%s' is not supported; supported: %s"
            .formatted(
                shortened(String.valueOf(request.getHeader(HttpHeaders.ACCEPT))),
                types.isEmpty() ? MediaType.APPLICATION_JSON_VALUE : String.join(", ", types));
    return answer(failed, detail, headers, status, request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleNoResourceFoundException(
      NoResourceFoundException failed,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    return answer(failed, nothingAt(request), headers, status, request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleNoHandlerFoundException(
      NoHandlerFoundException failed,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    return answer(failed, nothingAt(request), headers, status, request);
  }

  private static String nothingAt(WebRequest request) {
    return "there is nothing at %s; /api/openapi.json lists all endpoints".formatted(path(request));
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
      HttpMessageNotReadableException failed,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    Optional<ApiException> refusal =
        Stream.<Throwable>iterate(failed, Objects::nonNull, Throwable::getCause)
            .filter(ApiException.class::isInstance)
            .map(ApiException.class::cast)
            .findFirst();
    if (refusal.isPresent()) {
      return handleExceptionInternal(
          failed,
          problem(refusal.get().status(), refusal.get().code(), refusal.get().getMessage()),
          headers,
          refusal.get().status(),
          request);
    }
    String detail =
        failed.getCause() == null ? "this call needs a body" : errors.body(failed.getCause());
    return answer(failed, detail, headers, status, request);
  }

  @Override
  protected ResponseEntity<Object> createResponseEntity(
      @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    boolean isOurs =
        body instanceof ProblemDetail problem
            && problem.getProperties() != null
            && problem.getProperties().containsKey("code");
    return super.createResponseEntity(
        isOurs ? body : problem(status, code(status), detail(status)), headers, status, request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleExceptionInternal(
      Exception failed,
      @Nullable Object body,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    if (DisconnectedClientHelper.isClientDisconnectedException(failed)) {
      LOG.debug("the client has closed its connection", failed);
      return null;
    }
    if (status.value() == 500) {
      LOG.error("a request failed", failed);
    }
    return super.handleExceptionInternal(failed, body, headers, status, request);
  }

  private static String path(WebRequest request) {
    return request instanceof ServletWebRequest servlet
        ? shortened(servlet.getRequest().getRequestURI())
        : "this path";
  }

  private static String shortened(String text) {
    return text.length() > MAX_QUOTED_LENGTH ? text.substring(0, MAX_QUOTED_LENGTH) + "..." : text;
  }

  private static String code(HttpStatusCode status) {
    return switch (status.value()) {
      case 404 -> "not-found";
      case 405 -> "method-not-allowed";
      case 406 -> "not-acceptable";
      case 413 -> "too-large";
      case 415 -> "unsupported-media-type";
      case 503 -> "unavailable";
      default -> status.is4xxClientError() ? "malformed" : "internal";
    };
  }

  private static String detail(HttpStatusCode status) {
    return switch (status.value()) {
      case 404 -> "there is nothing here; /api/openapi.json lists all endpoints";
      case 413 -> "the body is larger than allowed";
      case 503 -> "the answer took too long; ask again";
      default ->
          status.is4xxClientError()
              ? "the request cannot be read; check its path, its parameters and its headers"
              : "internal error of the server, which is a bug; see its log";
    };
  }
}
