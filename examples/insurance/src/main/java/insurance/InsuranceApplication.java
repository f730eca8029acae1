package insurance;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts the application. */
@SpringBootApplication
public class InsuranceApplication {

  public static void main(String[] arguments) {
    SpringApplication.run(InsuranceApplication.class, arguments);
  }
}
