package dev.pawl.engine.run;

import dev.pawl.engine.Fact;
import dev.pawl.sdk.CallServices;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.MessageTemplate;
import dev.pawl.sdk.OutboundConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The services of one attempt, with the effects that its handler records. Thread-safe; effects
 * beyond {@link Fact#MAX_EFFECTS} are dropped.
 */
final class EffectRecorder implements SecretAwareServices {

  private final CallServices base;
  private final Timeline time;
  private final List<Fact.RecordedEffect> effects = new ArrayList<>(0);

  EffectRecorder(CallServices base, Timeline time) {
    this.base = base;
    this.time = time;
  }

  synchronized List<Fact.RecordedEffect> effects() {
    return List.copyOf(effects);
  }

  @Override
  public void recordEffect(ExternalEffect effect) {
    base.recordEffect(effect);
    synchronized (this) {
      if (effects.size() < Fact.MAX_EFFECTS) {
        effects.add(new Fact.RecordedEffect(effect, time.now()));
      }
    }
  }

  @Override
  public void heartbeat() {
    base.heartbeat();
  }

  @Override
  public void progress(Json details) {
    base.progress(details);
  }

  @Override
  public Optional<String> secret(String name) {
    return base.secret(name);
  }

  @Override
  public SecretMasker masker() {
    return SecretAwareServices.maskerOf(base);
  }

  @Override
  public Optional<OutboundConnection> connection(String name) {
    return base.connection(name);
  }

  @Override
  public Optional<MessageTemplate> template(String name) {
    return base.template(name);
  }
}
