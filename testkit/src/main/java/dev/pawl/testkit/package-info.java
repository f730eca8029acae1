/**
 * What tests of flows need: an engine in memory whose time is turned by hand.
 *
 * <pre>{@code
 * FlowRun run =
 *     FlowRun.of(Path.of("flows/order.asl.yaml"))
 *         .handler("charge", call -> Json.of("paid"))
 *         .handler("ship", call -> Json.of("on its way"))
 *         .start("{\"amount\": 5}");
 *
 * run.assertWaiting();
 * run.elapse(Duration.ofDays(1)).assertSucceeded("\"on its way\"");
 * run.assertTrace("Charge SUCCEEDED", "Wait a day SUCCEEDED", "Ship SUCCEEDED");
 * }</pre>
 *
 * <p>The journal, the clock and the engine behind it are those of {@link dev.pawl.engine.run}.
 */
@NullMarked
package dev.pawl.testkit;

import org.jspecify.annotations.NullMarked;
