package dev.pawl.spring.test;

import dev.pawl.spring.autoconfigure.PawlAutoConfiguration;
import dev.pawl.spring.autoconfigure.PawlHandlersAutoConfiguration;
import dev.pawl.spring.autoconfigure.PawlTriggersAutoConfiguration;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.AliasFor;

/**
 * Runs a test with an engine in memory whose time the test advances. The handlers and flows are
 * those of the application; no database is needed for the engine. Events start the flows of the
 * declared bindings, also inside a transaction, where they are not rolled back with it.
 *
 * <p>With {@link #classes}, the context has only these beans and Pawl; without, it is the whole
 * application, as in {@code @SpringBootTest}. The test gets a {@link dev.pawl.Pawl} and a {@link
 * dev.pawl.testkit.time.TurnedClock} by injection. {@code pawl-testkit} must be on the class path.
 * The tests must run in the thread that created the context.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@SpringBootTest
@Import(PawlTestConfiguration.class)
@ImportAutoConfiguration({
  PawlAutoConfiguration.class,
  PawlTriggersAutoConfiguration.class,
  PawlHandlersAutoConfiguration.class
})
public @interface PawlTest {

  /** The beans of the context, such as the classes with the handlers; empty: the application. */
  @AliasFor(annotation = SpringBootTest.class, attribute = "classes")
  Class<?>[] classes() default {};

  /** Properties of the test, such as {@code pawl.flows=classpath*:/test-flows/*.yaml}. */
  @AliasFor(annotation = SpringBootTest.class, attribute = "properties")
  String[] properties() default {};
}
