package dev.pawl.simulation.contract.node;

import dev.pawl.engine.store.Breaker;
import dev.pawl.engine.store.Breakers;
import dev.pawl.engine.store.TenantId;
import java.util.List;
import java.util.Optional;

/** Defects of the circuit breakers of a store that {@link BreakerCheck} must detect. */
enum PlantedBreakerDefect {
  NEVER_OPENS {
    @Override
    Breakers plant(Breakers sound) {
      return new Tampered(sound) {
        @Override
        public void open(Breaker.Key key, DownstreamFailure failure) {}
      };
    }
  },

  IS_NOT_LEARNED_BY_OTHER_NODES {
    @Override
    Breakers plant(Breakers sound) {
      return new Tampered(sound) {
        @Override
        public List<Breaker> list() {
          return List.of();
        }
      };
    }
  },

  IS_PROBED_BY_EVERY_CALL {
    @Override
    Breakers plant(Breakers sound) {
      return new Tampered(sound) {
        @Override
        public boolean takeProbe(Breaker.Key key) {
          return true;
        }

        @Override
        public Optional<Breaker> find(Breaker.Key key) {
          return sound.find(key).map(Tampered::due);
        }

        @Override
        public List<Breaker> list() {
          return sound.list().stream().map(Tampered::due).toList();
        }
      };
    }
  },

  IS_NEVER_PROBED {
    @Override
    Breakers plant(Breakers sound) {
      return new Tampered(sound) {
        @Override
        public boolean takeProbe(Breaker.Key key) {
          return false;
        }
      };
    }
  },

  IS_RELEASED_BY_A_PROBE_THAT_FAILS {
    @Override
    Breakers plant(Breakers sound) {
      return new Tampered(sound) {
        @Override
        public void probeFailed(Breaker.Key key, DownstreamFailure failure) {
          sound.release(key);
        }
      };
    }
  },

  IGNORES_A_PROBE_THAT_SUCCEEDS {
    @Override
    Breakers plant(Breakers sound) {
      return new Tampered(sound) {
        @Override
        public boolean release(Breaker.Key key) {
          return false;
        }
      };
    }
  },

  FORGETS_TO_RELEASE_WAITING_CALLS {
    @Override
    Breakers plant(Breakers sound) {
      return new Tampered(sound) {
        @Override
        public int wake(Breaker.Key key) {
          boolean isReleasing = sound.find(key).filter(Breaker::isReleasing).isPresent();
          return isReleasing ? 0 : sound.wake(key);
        }

        @Override
        public int wakeOrphaned() {
          return 0;
        }
      };
    }
  },

  RELEASES_ALL_AT_ONCE {
    @Override
    Breakers plant(Breakers sound) {
      return new Tampered(sound) {
        @Override
        public boolean takeReleased(Breaker.Key key) {
          return true;
        }
      };
    }
  },

  NEVER_CLOSES {
    @Override
    Breakers plant(Breakers sound) {
      return new Tampered(sound) {
        @Override
        public int wake(Breaker.Key key) {
          int woken = sound.wake(key);
          if (sound.find(key).isEmpty()) {
            sound.open(key, new DownstreamFailure("Shop.Down", "planted"));
            sound.release(key);
          }
          return woken;
        }
      };
    }
  };

  /** Returns breakers with this defect. */
  abstract Breakers plant(Breakers sound);

  /** Breakers that do what others do. */
  private abstract static class Tampered implements Breakers {

    private final Breakers sound;

    Tampered(Breakers sound) {
      this.sound = sound;
    }

    /** Returns a breaker whose probe is always due. */
    static Breaker due(Breaker breaker) {
      return new Breaker(
          breaker.key(),
          breaker.openedAt(),
          breaker.openedAt(),
          breaker.error(),
          breaker.cause(),
          breaker.releasedAt());
    }

    @Override
    public List<Breaker> list() {
      return sound.list();
    }

    @Override
    public List<Breaker> list(TenantId tenant) {
      return sound.list(tenant);
    }

    @Override
    public Optional<Breaker> find(Breaker.Key key) {
      return sound.find(key);
    }

    @Override
    public void open(Breaker.Key key, DownstreamFailure failure) {
      sound.open(key, failure);
    }

    @Override
    public boolean takeProbe(Breaker.Key key) {
      return sound.takeProbe(key);
    }

    @Override
    public void probeFailed(Breaker.Key key, DownstreamFailure failure) {
      sound.probeFailed(key, failure);
    }

    @Override
    public boolean release(Breaker.Key key) {
      return sound.release(key);
    }

    @Override
    public boolean takeReleased(Breaker.Key key) {
      return sound.takeReleased(key);
    }

    @Override
    public int wake(Breaker.Key key) {
      return sound.wake(key);
    }

    @Override
    public int wakeOrphaned() {
      return sound.wakeOrphaned();
    }
  }
}
