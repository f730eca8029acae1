package dev.pawl.handlers.http;

import dev.pawl.handlers.egress.HttpAnswer;
import dev.pawl.handlers.egress.HttpFailure;
import dev.pawl.handlers.settings.HandlerSettings;
import dev.pawl.sdk.CallServices;
import dev.pawl.sdk.DownstreamException;
import dev.pawl.sdk.HandlerDescriptor.HandlerError;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.UnsentCallException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The named errors of HTTP calls. */
final class HttpErrors {

  private static final int MAX_QUOTED_CHARACTERS = 500;

  static final HandlerError TIMEOUT =
      new HandlerError("HttpTimeout", "There was no complete response in time.", true);
  static final HandlerError CONNECT =
      new HandlerError("HttpConnect", "The connection failed or was closed.", true);
  static final HandlerError SERVER_ERROR =
      new HandlerError("Http5xx", "The answer has a status from 500 to 599.", true);
  static final HandlerError TOO_MANY_REQUESTS =
      new HandlerError(
          "Http429", "The answer has the status 429; the cause repeats its Retry-After.", true);
  static final HandlerError CLIENT_ERROR =
      new HandlerError(
          "Http4xx",
          "The answer has another status that is no success: from 400 to 499, or a redirect.",
          false);
  static final HandlerError TOO_LARGE =
      new HandlerError(
          "HttpTooLarge",
          "The answer is larger than 1 MiB, or what enters the state larger than 256 KiB.",
          false);
  static final HandlerError DENIED =
      new HandlerError("EgressDenied", "The target may not be called.", false);

  static final List<HandlerError> ALL =
      List.of(
          TIMEOUT,
          CONNECT,
          SERVER_ERROR,
          TOO_MANY_REQUESTS,
          CLIENT_ERROR,
          TOO_LARGE,
          DENIED,
          HandlerSettings.CONFIG_INVALID);

  private HttpErrors() {}

  /** Returns all errors of HTTP calls and some more. */
  static List<HandlerError> and(HandlerError... more) {
    List<HandlerError> errors = new ArrayList<>(ALL);
    errors.addAll(List.of(more));
    return errors;
  }

  static HandlerException of(HttpFailure failure) {
    HandlerError error =
        switch (failure.reason()) {
          case DENIED -> DENIED;
          case CONNECT -> CONNECT;
          case TIMEOUT -> TIMEOUT;
          case TOO_LARGE -> TOO_LARGE;
          case REDIRECT -> CLIENT_ERROR;
        };
    return switch (failure.reason()) {
      case CONNECT, TIMEOUT -> new DownstreamException(error.name(), failure.getMessage());
      case DENIED -> new UnsentCallException(error.name(), failure.getMessage());
      case TOO_LARGE, REDIRECT -> new HandlerException(error.name(), failure.getMessage());
    };
  }

  /** Returns the failure that an answer without success means. */
  static HandlerException of(CallServices services, String method, HttpAnswer answer) {
    return of(services, nameOf(answer.status()), method, answer);
  }

  /** Returns the failure that an answer without success means, under a name of the flow. */
  static HandlerException of(CallServices services, String name, String method, HttpAnswer answer) {
    String cause = cause(services, method, answer);
    return answer.status() == 429 || answer.status() >= 500
        ? new DownstreamException(name, cause)
        : new HandlerException(name, cause);
  }

  static String nameOf(int status) {
    if (status == 429) {
      return TOO_MANY_REQUESTS.name();
    }
    return status >= 500 ? SERVER_ERROR.name() : CLIENT_ERROR.name();
  }

  /** Returns the status, Retry-After and the beginning of the body of an answer, for people. */
  static String cause(CallServices services, String method, HttpAnswer answer) {
    StringBuilder cause =
        new StringBuilder(
            "%s %s answered %s"
                .formatted(method, answer.url().withoutQuery(), answer.statusLine()));
    answer.header("retry-after").ifPresent(after -> cause.append("; Retry-After: ").append(after));
    // Before it is cut: a part of a secret would not be recognized.
    String body = services.mask(new String(answer.body(), StandardCharsets.UTF_8).strip());
    if (!body.isEmpty()) {
      cause.append(": ").append(body, 0, Math.min(body.length(), MAX_QUOTED_CHARACTERS));
    }
    return cause.toString();
  }
}
