package dev.pawl.handlers;

import dev.pawl.handlers.egress.EgressGuard;
import dev.pawl.handlers.egress.EgressPolicy;
import dev.pawl.handlers.egress.GuardedHttpClient;
import dev.pawl.handlers.function.ExpressionFunction;
import dev.pawl.handlers.function.FunctionCall;
import dev.pawl.handlers.function.HandlerLookup;
import dev.pawl.handlers.function.LocalHandlers;
import dev.pawl.handlers.http.ConnectionCall;
import dev.pawl.handlers.http.HttpCallout;
import dev.pawl.handlers.http.HttpCalls;
import dev.pawl.handlers.http.OutboundMessage;
import dev.pawl.handlers.http.PolicyExport;
import dev.pawl.handlers.mail.EmailAlert;
import dev.pawl.handlers.sms.SmsHandler;
import dev.pawl.sdk.Handler;
import java.time.InstantSource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Creates the handlers of this module for a node. */
public final class HandlerCatalog {

  /** The log to which {@code LOG_MESSAGE} writes. */
  public static final String FLOW_LOG = "dev.pawl.flow";

  private HandlerCatalog() {}

  /**
   * Returns the handlers by name. An alias follows the name it stands for and has the same handler.
   *
   * @param policy what handlers may reach
   * @param lookup finds the handlers that {@code FUNCTION} and {@code CALL} call
   * @param expressions evaluates the expressions of {@code TRANSFORM_DATA}
   */
  public static Map<String, Handler> create(
      EgressPolicy policy, HandlerLookup lookup, ExpressionFunction expressions) {
    EgressGuard guard = new EgressGuard(policy);
    HttpCalls http = new HttpCalls(new GuardedHttpClient(guard), InstantSource.system());
    Handler export = new PolicyExport(http);
    Handler mail = new EmailAlert(guard);
    Handler call = new ConnectionCall(http, lookup);
    Handler function = new FunctionCall(lookup);
    Map<String, Handler> handlers = new LinkedHashMap<>();
    handlers.put("HTTP_CALLOUT", new HttpCallout(http));
    handlers.put("EXPORT_POLICY_HANDLER", export);
    handlers.put("EXPORT", export);
    handlers.put("OUTBOUND_MESSAGE", new OutboundMessage(http));
    handlers.put(EmailAlert.RESOURCE, mail);
    handlers.put(EmailAlert.ALIAS, mail);
    handlers.put(SmsHandler.RESOURCE, new SmsHandler(guard));
    handlers.put("CALL", call);
    handlers.put("call", call);
    handlers.put("FUNCTION", function);
    handlers.put("function", function);
    handlers.putAll(LocalHandlers.create(System.getLogger(FLOW_LOG), expressions));
    return Collections.unmodifiableMap(handlers);
  }
}
