package dev.pawl.sdk.job;

import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;

/** Makes a {@link JobHandler} the handler of a Task; the result of the Task is null. */
public final class JobHandlerAdapter implements Handler {

  private final JobHandler handler;

  public JobHandlerAdapter(JobHandler handler) {
    this.handler = handler;
  }

  /** Returns a call of a handler as the context of a job. */
  public static JobContext context(HandlerCall call) {
    return new JobCall(call);
  }

  @Override
  public Json handle(HandlerCall call) throws Exception {
    handler.handle(context(call));
    return JsonNull.NULL;
  }

  @Override
  public HandlerDescriptor descriptor() {
    return new HandlerDescriptor(handler.getCode(), handler.getDescription());
  }
}
