package dev.pawl.handlers;

import dev.pawl.handlers.egress.EgressGuard;
import dev.pawl.handlers.egress.EgressPolicy;
import dev.pawl.handlers.egress.GuardedHttpClient;
import dev.pawl.handlers.function.ExpressionFunction;
import dev.pawl.handlers.function.FunctionCall;
import dev.pawl.handlers.function.HandlerLookup;
import dev.pawl.handlers.function.LogMessage;
import dev.pawl.handlers.function.TransformData;
import dev.pawl.handlers.http.ConnectionCall;
import dev.pawl.handlers.http.HttpCallout;
import dev.pawl.handlers.http.HttpCalls;
import dev.pawl.handlers.http.OutboundMessage;
import dev.pawl.handlers.http.PolicyExport;
import dev.pawl.sdk.Handler;
import java.time.InstantSource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Creates the built-in handlers of a node. */
public final class BuiltInHandlers {

  /** The log to which {@code LOG_MESSAGE} writes. */
  private static final String FLOW_LOG = "dev.pawl.flow";

  private BuiltInHandlers() {}

  /**
   * Returns the handlers by name, aliases included.
   *
   * @param policy what handlers may reach
   * @param lookup finds the handlers that {@code FUNCTION} and {@code CALL} call
   * @param expressions evaluates the expressions of {@code TRANSFORM_DATA}
   */
  public static Map<String, Handler> create(
      EgressPolicy policy, HandlerLookup lookup, ExpressionFunction expressions) {
    GuardedHttpClient client = new GuardedHttpClient(new EgressGuard(policy));
    HttpCalls http = new HttpCalls(client, InstantSource.system());
    Handler export = new PolicyExport(http);
    Map<String, Handler> handlers = new LinkedHashMap<>();
    handlers.put("HTTP_CALLOUT", new HttpCallout(http));
    handlers.put("EXPORT_POLICY_HANDLER", export);
    handlers.put("EXPORT", export);
    handlers.put("OUTBOUND_MESSAGE", new OutboundMessage(http));
    handlers.put("CALL", new ConnectionCall(http, lookup));
    handlers.put("FUNCTION", new FunctionCall(lookup));
    handlers.put("TRANSFORM_DATA", new TransformData(expressions));
    handlers.put("LOG_MESSAGE", new LogMessage(System.getLogger(FLOW_LOG)));
    return Collections.unmodifiableMap(handlers);
  }
}
