package dev.pawl.sdk;

import java.util.Optional;

/** The services of a call with another binder. */
record CallServicesWithBinder(CallServices services, JsonBinder binder) implements CallServices {

  @Override
  public void heartbeat() {
    services.heartbeat();
  }

  @Override
  public void progress(Json details) {
    services.progress(details);
  }

  @Override
  public void recordEffect(ExternalEffect effect) {
    services.recordEffect(effect);
  }

  @Override
  public Optional<String> secret(String name) {
    return services.secret(name);
  }

  @Override
  public Optional<OutboundConnection> connection(String name) {
    return services.connection(name);
  }

  @Override
  public Optional<MessageTemplate> template(String name) {
    return services.template(name);
  }

  @Override
  public String mask(String text) {
    return services.mask(text);
  }

  @Override
  public Json mask(Json value) {
    return services.mask(value);
  }
}
