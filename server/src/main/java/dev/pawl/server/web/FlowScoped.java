package dev.pawl.server.web;

/** A list item of one flow, shown only to keys whose scope includes the flow. */
public interface FlowScoped {

  /** Returns the code of the flow. */
  String flowCode();
}
