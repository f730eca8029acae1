package dev.pawl.engine.run;

import dev.pawl.sdk.CallServices;
import dev.pawl.sdk.Json;

/** Services of a handler call that know which secret values they have given to the handler. */
public interface SecretAwareServices extends CallServices {

  /** Returns a masker of all secret values that the handler has received so far. */
  SecretMasker masker();

  @Override
  default String mask(String text) {
    return masker().mask(text);
  }

  @Override
  default Json mask(Json value) {
    return masker().mask(value);
  }

  /** Returns the masker of any services; one that replaces nothing if they give no secrets. */
  static SecretMasker maskerOf(CallServices services) {
    return services instanceof SecretAwareServices aware ? aware.masker() : SecretMasker.NONE;
  }
}
