/**
 * Tests of flows: {@link dev.pawl.testkit.FlowRun} runs a flow in memory on virtual time, {@link
 * dev.pawl.testkit.FlowAssert} asserts on what happened.
 *
 * <pre>{@code
 * FlowRun run =
 *     FlowRun.of(Path.of("flows/order.asl.yaml"))
 *         .handler("charge", FakeHandler.returning("\"paid\""))
 *         .handler("ship", FakeHandler.returning("\"on its way\""))
 *         .start("{\"amount\": 5}");
 *
 * assertThat(run).waitingAt("Wait a day");
 *
 * run.advance(Duration.ofDays(1));
 *
 * assertThat(run).succeeded().visited("Charge", "Wait a day", "Ship").output("\"on its way\"");
 * }</pre>
 *
 * <p>{@link dev.pawl.testkit.store.InMemoryStore} and {@link dev.pawl.testkit.time.TurnedClock} are
 * for tests of whole nodes.
 */
@NullMarked
package dev.pawl.testkit;

import org.jspecify.annotations.NullMarked;
