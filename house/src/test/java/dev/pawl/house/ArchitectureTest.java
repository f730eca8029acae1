package dev.pawl.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Who may know whom. ARCHITECTURE.md says why; here it is enforced. */
class ArchitectureTest {

  /** Each module and the modules it may import. A new module needs a row. */
  private static final Map<String, Set<String>> MAY_IMPORT =
      Map.ofEntries(
          entry("sdk", Set.of()),
          entry("model", Set.of("sdk")),
          entry("engine", Set.of("sdk", "model")),
          entry("testkit", Set.of("sdk", "model", "engine")),
          entry("postgres", Set.of("sdk", "model", "engine")),
          entry("server", Set.of("sdk", "model", "engine", "postgres")),
          entry("worker", Set.of()),
          entry("cli", Set.of("sdk", "model", "engine", "testkit", "postgres", "worker")),
          entry("peers", Set.of()),
          entry("bench", Set.of("sdk", "model", "engine", "testkit", "postgres", "peers")),
          entry("chaos", Set.of("sdk", "model", "engine", "testkit", "postgres", "worker")));

  /** Modules that only {@code ./test --all} builds. */
  private static final Set<String> MEASURING = Set.of("peers", "bench");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(location -> !location.contains("/test-classes/"))
          .withImportOption(location -> !location.contains("jmh_generated"))
          .importPackages("dev.pawl");

  @Test
  void shouldKnowEveryModule() {
    List<String> modules = Tree.MODULES.stream().filter(name -> !name.equals("house")).toList();

    assertThat(MAY_IMPORT.keySet()).containsExactlyInAnyOrderElementsOf(modules);
    assertThat(CLASSES.stream().map(type -> moduleOf(type.getPackageName())).distinct())
        .as("modules whose classes are looked at: add them to the dependencies of this one")
        .containsAll(modules.stream().filter(name -> !MEASURING.contains(name)).toList());
    assertThat(CLASSES)
        .allSatisfy(type -> assertThat(MAY_IMPORT).containsKey(moduleOf(type.getPackageName())));
  }

  @Test
  void shouldImportInOneDirectionOnly() {
    MAY_IMPORT.forEach(
        (module, allowed) -> {
          String[] forbidden =
              MAY_IMPORT.keySet().stream()
                  .filter(other -> !other.equals(module) && !allowed.contains(other))
                  .map(ArchitectureTest::packagesOf)
                  .toArray(String[]::new);

          check(
              noClasses()
                  .that()
                  .resideInAPackage(packagesOf(module))
                  .should()
                  .dependOnClassesThat()
                  .resideInAnyPackage(forbidden));
        });
  }

  @Test
  void shouldHaveNoCyclesBetweenPackages() {
    check(slices().matching("dev.pawl.(**)").should().beFreeOfCycles());
  }

  @Test
  void shouldShowNoForeignTypesToHandlerAuthors() {
    check(
        classes()
            .that()
            .resideInAPackage("dev.pawl.sdk..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("dev.pawl.sdk..", "java..", "org.jspecify.annotations.."));
  }

  @Test
  void shouldNeedNothingButJavaForAWorker() {
    check(
        classes()
            .that()
            .resideInAPackage("dev.pawl.worker..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("dev.pawl.worker..", "java..", "org.jspecify.annotations.."));
  }

  @Test
  void shouldKeepLibrariesInTheirRooms() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages("dev.pawl.model..", "dev.pawl.server.web..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("tools.jackson..", "org.snakeyaml..")
            .because("text becomes values in one place"));
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages("dev.pawl.cli..", "dev.pawl.server")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("picocli..")
            .because("only the program knows how it is called"));
  }

  @Test
  void shouldMarkEveryPackageForNullChecks() {
    Set<String> unmarked = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      JavaPackage room = type.getPackage();
      if (!room.isAnnotatedWith(NullMarked.class)) {
        unmarked.add(room.getName());
      }
    }

    assertThat(unmarked).as("packages without a @NullMarked package-info.java").isEmpty();
  }

  @Test
  void shouldInterpretWithoutClockChanceOrInputAndOutput() {
    Purity.rules("dev.pawl.engine..").forEach(ArchitectureTest::check);
  }

  @Test
  void shouldNoticeEverythingImpure() {
    JavaClasses sinners = new ClassFileImporter().importPackages("dev.pawl.house.impure");

    for (JavaClass sinner : sinners) {
      if (sinner.getMethods().isEmpty()) {
        continue;
      }
      assertThat(Purity.rules(sinner.getPackageName()))
          .as(sinner.getName())
          .anySatisfy(
              rule ->
                  assertThat(rule.evaluate(sinners).getFailureReport().toString())
                      .contains(sinner.getName()));
    }
  }

  @Test
  void shouldLetNodesHaveNoTimeButTheOneTheyAreGiven() {
    check(Purity.timeIsHandedIn("dev.pawl.engine.node.."));
  }

  @Test
  void shouldNoticeWhoeverHasATimeOfHisOwn() {
    JavaClasses sinners = new ClassFileImporter().importPackages("dev.pawl.house.punctual");

    String found =
        Purity.timeIsHandedIn("dev.pawl.house.punctual")
            .evaluate(sinners)
            .getFailureReport()
            .toString();
    for (JavaClass sinner : sinners) {
      if (!sinner.getMethods().isEmpty()) {
        assertThat(found).contains(sinner.getName());
      }
    }
  }

  @Test
  void shouldShareNoMutableState() {
    check(fields().that().areStatic().should().beFinal());
  }

  @Test
  void shouldNameThingsByWhatTheyDo() {
    check(
        noClasses()
            .should()
            .haveNameMatching(".*(Manager|Helper|Utils?|Impl)")
            .orShould()
            .haveNameMatching(".*\\.(Base|Abstract)[A-Z].*"));
  }

  private static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(CLASSES);
  }

  private static String packagesOf(String module) {
    return "dev.pawl." + module + "..";
  }

  private static String moduleOf(String packageName) {
    return packageName.split("\\.")[2];
  }
}
