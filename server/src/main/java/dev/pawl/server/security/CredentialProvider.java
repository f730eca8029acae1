package dev.pawl.server.security;

import dev.pawl.server.access.Caller;
import dev.pawl.server.access.CallerAuthentication;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.Authentication;

/**
 * Verifies one kind of credential by looking up its caller.
 *
 * @param callers returns the caller of the text of a credential; empty if it is not valid
 */
record CredentialProvider(
    Class<? extends Credential> type, Function<String, Optional<Caller>> callers)
    implements AuthenticationProvider {

  @Override
  public Authentication authenticate(Authentication credential) {
    return callers
        .apply(type.cast(credential).text())
        .map(caller -> new CallerAuthentication(caller, type == Credential.Session.class))
        .orElseThrow(() -> new BadCredentialsException("unknown, expired or revoked"));
  }

  @Override
  public boolean supports(Class<?> authentication) {
    return type.isAssignableFrom(authentication);
  }
}
