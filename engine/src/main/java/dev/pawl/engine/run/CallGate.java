package dev.pawl.engine.run;

/**
 * Decides whether a handler call may be made now, and learns whether its downstream responded. One
 * instance serves one call; a call that ends without a report tells nothing about the downstream.
 */
public interface CallGate {

  /** Lets every call pass. */
  CallGate NONE =
      new CallGate() {
        @Override
        public void enter(String downstream) {}

        @Override
        public void succeeded() {}

        @Override
        public void failed(String error, String cause) {}
      };

  /**
   * Called before the call, if its handler names a downstream.
   *
   * @throws CallHeldException if the call must not be made now
   */
  void enter(String downstream);

  /** Reports that the downstream responded, also with a failure of this one call. */
  void succeeded();

  /**
   * Reports that the downstream failed.
   *
   * @throws CallHeldException if the call was only a probe, so that its failure uses no attempt
   */
  void failed(String error, String cause);
}
