package dev.pawl.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Rules that keep the interpreter deterministic: its result depends on its arguments only, so that
 * a journal can be folded again at any time.
 */
final class PurityRules {

  /** Pure text classes that live in I/O packages. */
  private static final String PURE_CLASSES =
      "java\\.io\\.(Serializable|StringReader|StringWriter|UncheckedIOException)"
          + "|java\\.net\\.(URI|URISyntaxException|URLEncoder|URLDecoder)";

  /** The package that connects the pure interpreter to clocks, threads and stores. */
  private static final String NODE_PACKAGE = "dev.pawl.engine.node..";

  private static final Set<String> FORBIDDEN_CALLS =
      Set.of(
          "java.lang.System.currentTimeMillis",
          "java.lang.System.nanoTime",
          "java.lang.System.identityHashCode",
          "java.lang.System.getenv",
          "java.lang.System.getProperty",
          "java.lang.Math.random",
          "java.lang.StrictMath.random",
          "java.lang.Thread.sleep",
          "java.util.UUID.randomUUID",
          "java.util.Locale.getDefault",
          "java.util.TimeZone.getDefault",
          "java.time.ZoneId.systemDefault",
          "java.nio.charset.Charset.defaultCharset");

  /** The only classes of the node that may read the system clock. */
  private static final String CLOCK_CLASSES =
      "dev\\.pawl\\.engine\\.node\\.time\\.(SystemClock|RuntimeClock)(\\$.*)?";

  /** Calls that wait or measure time without going through the node's {@code RuntimeClock}. */
  private static final Set<String> SYSTEM_TIME_CALLS =
      Set.of(
          "java.lang.System.currentTimeMillis",
          "java.lang.System.nanoTime",
          "java.lang.Object.wait",
          "java.lang.Thread.sleep",
          "java.lang.Thread.join",
          "java.lang.Thread.start",
          "java.lang.Thread.startVirtualThread",
          "java.lang.Thread.onSpinWait",
          "java.lang.Thread.yield",
          "java.util.concurrent.locks.LockSupport.parkNanos",
          "java.util.concurrent.locks.LockSupport.parkUntil",
          "java.util.concurrent.locks.Lock.newCondition",
          "java.util.concurrent.locks.ReentrantLock.newCondition");

  private static final String THREADS = "java.lang.Thread$Builder";

  private static final Set<String> RANDOM_CLASSES =
      Set.of("java.util.Random", "java.util.SplittableRandom");

  private PurityRules() {}

  static List<ArchRule> rules(String... packages) {
    return List.of(
        noClasses()
            .that()
            .resideInAnyPackage(packages)
            .and()
            .resideOutsideOfPackage(NODE_PACKAGE)
            .should()
            .accessTargetWhere(isNondeterministic())
            .because("time and chance come from the fact that is applied"),
        noClasses()
            .that()
            .resideInAnyPackage(packages)
            .and()
            .resideOutsideOfPackage(NODE_PACKAGE)
            .should()
            .dependOnClassesThat(
                DescribedPredicate.and(
                    resideInAnyPackage(
                        "java.io..",
                        "java.nio.file..",
                        "java.nio.channels..",
                        "java.net..",
                        "java.sql.."),
                    not(nameMatching(PURE_CLASSES))))
            .because("commands say what must happen outside; nothing happens inside"));
  }

  /** Forbids the use of system time in packages that receive a {@code RuntimeClock}. */
  static ArchRule usesOnlyTheRuntimeClock(String packages) {
    return noClasses()
        .that()
        .resideInAPackage(packages)
        .and()
        .haveNameNotMatching(CLOCK_CLASSES)
        .should()
        .accessTargetWhere(
            DescribedPredicate.describe(
                "asks the machine for time, or waits by it", PurityRules::readsSystemTime))
        .because("tests turn the time in which nodes live: it comes from their RuntimeClock");
  }

  private static boolean readsSystemTime(JavaAccess<?> access) {
    JavaClass owner = access.getTargetOwner();
    String name = access.getTarget().getName();
    return SYSTEM_TIME_CALLS.contains(owner.getName() + "." + name)
        || (owner.getName().startsWith(THREADS) && name.equals("start"))
        || (owner.getPackageName().equals("java.time") && name.equals("now"))
        || (owner.getName().equals("java.time.Clock") && name.startsWith("system"))
        || (owner.getName().startsWith("java.util.concurrent.") && isTimed(access));
  }

  /** Returns true if the called method takes a timeout or a delay in system time. */
  private static boolean isTimed(JavaAccess<?> access) {
    return access instanceof JavaCodeUnitAccess<?> call
        && call.getTarget().getRawParameterTypes().stream()
            .anyMatch(type -> type.isEquivalentTo(TimeUnit.class));
  }

  private static DescribedPredicate<JavaAccess<?>> isNondeterministic() {
    return DescribedPredicate.describe(
        "reads a clock, a random source or a setting of the machine",
        PurityRules::isNondeterministic);
  }

  private static boolean isNondeterministic(JavaAccess<?> access) {
    JavaClass owner = access.getTargetOwner();
    String name = access.getTarget().getName();
    return FORBIDDEN_CALLS.contains(owner.getName() + "." + name)
        || (owner.getPackageName().equals("java.time") && name.equals("now"))
        || (owner.getName().equals("java.time.Clock") && name.startsWith("system"))
        || owner.getName().equals("java.util.concurrent.ThreadLocalRandom")
        || owner.getName().equals("java.security.SecureRandom")
        || (RANDOM_CLASSES.contains(owner.getName())
            && access.getTarget().getFullName().endsWith("<init>()"));
  }
}
