package dev.pawl.server.web;

/** Something of one flow, in a list of such things: shown to those alone whose keys reach it. */
public interface OfFlow {

  /** The code of the flow. */
  String itsFlow();
}
