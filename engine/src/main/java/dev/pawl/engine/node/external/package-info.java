/**
 * Work outside of the engine: handlers called on this node, offers served for other nodes, and
 * remote workers that lease offers and report outcomes.
 */
@NullMarked
package dev.pawl.engine.node.external;

import org.jspecify.annotations.NullMarked;
