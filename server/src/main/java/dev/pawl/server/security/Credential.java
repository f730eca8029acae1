package dev.pawl.server.security;

import java.util.Collection;
import java.util.List;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.GrantedAuthority;

/** A secret that came with a request and is not verified yet. */
abstract class Credential extends AbstractAuthenticationToken {

  private static final long serialVersionUID = 1L;
  private static final Collection<GrantedAuthority> NO_AUTHORITIES = List.of();

  private final String text;

  private Credential(String text) {
    super(NO_AUTHORITIES);
    this.text = text;
  }

  /** The text of an API key. */
  static final class ApiKey extends Credential {
    private static final long serialVersionUID = 1L;

    ApiKey(String text) {
      super(text);
    }
  }

  /** The text of a session, from the cookie of a browser. */
  static final class Session extends Credential {
    private static final long serialVersionUID = 1L;

    Session(String text) {
      super(text);
    }
  }

  String text() {
    return text;
  }

  @Override
  public Object getCredentials() {
    return text;
  }

  @Override
  public Object getPrincipal() {
    return "";
  }

  /** Returns the kind only: the text would end up in logs. */
  @Override
  public String toString() {
    return getClass().getSimpleName();
  }
}
