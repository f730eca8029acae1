package dev.pawl.server.explain;

import dev.pawl.engine.store.Breakers;
import dev.pawl.postgres.permit.LimitQueries;
import dev.pawl.postgres.query.ClusterNodes;
import dev.pawl.postgres.query.HoldQueries;
import dev.pawl.server.flow.EmergencyStops;

/** The queries for everything that may hold an execution. */
record ExplainSources(
    ClusterNodes nodes,
    HoldQueries holds,
    LimitQueries limits,
    EmergencyStops stops,
    Breakers breakers) {}
