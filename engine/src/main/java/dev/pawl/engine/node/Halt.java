package dev.pawl.engine.node;

import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.engine.store.Written;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;

/**
 * How an execution stands that cannot go on here: for lack of a store, or of something that must be
 * mended.
 *
 * @param letters how many came to it
 * @param awaited calls that need not be made again
 */
record Halt(int letters, List<Awaited> awaited) {

  private static final System.Logger LOG = System.getLogger(Halt.class.getName());

  void write(Card card, RuntimeException trouble, Incarnation home) {
    if (trouble instanceof UnavailableException) {
      handBack(card, home);
    } else {
      LOG.log(Level.ERROR, "execution " + card.id() + " cannot go on", trouble);
      rest(card, trouble, home);
    }
  }

  /** Engine trouble must be seen: the execution rests until someone has mended it. */
  private void rest(Card card, RuntimeException trouble, Incarnation home) {
    String incident =
        trouble instanceof IncidentException
            ? String.valueOf(trouble.getMessage())
            : trouble.toString();
    Fate rests =
        new Fate.Parks(
            letters,
            Optional.empty(),
            new Fate.WaitsFor(List.of("repair"), true, Optional.of(incident)),
            awaited);
    home.write(
        commit(card, rests),
        result -> {
          if (result == Written.NotParked.NOT_PARKED) {
            // Someone wrote to it meanwhile, perhaps that it may go on.
            handBack(card, home);
          }
        });
  }

  private static void handBack(Card card, Incarnation home) {
    home.write(commit(card, Fate.HandedBack.HANDED_BACK), result -> {});
  }

  private static Commit commit(Card card, Fate fate) {
    return new Commit(card, false, List.of(), 0, Commit.Outgoing.NOTHING, fate);
  }
}
