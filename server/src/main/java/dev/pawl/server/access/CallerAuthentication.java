package dev.pawl.server.access;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** A verified caller; its authorities are the names of its permissions. */
public final class CallerAuthentication extends AbstractAuthenticationToken {

  private static final long serialVersionUID = 1L;

  private final transient Caller caller;
  private final boolean isBySession;

  /**
   * @param isBySession true if the caller came with the cookie of a session
   */
  public CallerAuthentication(Caller caller, boolean isBySession) {
    super(
        Stream.of(Permission.values())
            .filter(caller::may)
            .map(permission -> new SimpleGrantedAuthority(permission.name()))
            .toList());
    this.caller = caller;
    this.isBySession = isBySession;
    setAuthenticated(true);
  }

  public Caller caller() {
    return caller;
  }

  public boolean isBySession() {
    return isBySession;
  }

  @Override
  public Object getPrincipal() {
    return caller;
  }

  @Override
  public @Nullable Object getCredentials() {
    return null;
  }
}
