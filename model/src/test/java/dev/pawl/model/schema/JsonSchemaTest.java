package dev.pawl.model.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonSchemaTest {

  private static Json json(String text) {
    return JsonText.parse(text.replace('\'', '"'));
  }

  private static String violations(String schema, String value) {
    return JsonSchema.violations(json(schema), json(value)).stream()
        .map(Violation::toString)
        .reduce((a, b) -> a + "; " + b)
        .orElse("");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          true                              | 1
          {}                                | 'x'
          {'type': 'integer'}               | 1.0
          {'type': 'number'}                | 1
          {'type': ['null', 'string']}      | null
          {'enum': [1, 'a']}                | 'a'
          {'const': {'a': [1]}}             | {'a': [1]}
          {'minimum': 1, 'maximum': 1}      | 1
          {'exclusiveMinimum': 1}           | 1.1
          {'multipleOf': 0.1}               | 1.3
          {'minLength': 2, 'maxLength': 2}  | 'äö'
          {'pattern': 'b+'}                 | 'abbc'
          {'format': 'date'}                | '2026-02-28'
          {'format': 'date-time'}           | '2026-02-28T10:00:00Z'
          {'format': 'time'}                | '10:00:00Z'
          {'format': 'email'}               | 'ada@example.org'
          {'format': 'uuid'}                | '0198c2f4-1111-7222-8333-444455556666'
          {'format': 'uri'}                 | 'https://example.org/a?b'
          {'format': 'colour'}              | 'anything'
          {'items': {'type': 'string'}}     | ['a']
          {'prefixItems': [{'type': 'null'}], 'items': {'type': 'string'}} | [null, 'a']
          {'contains': {'const': 1}, 'maxContains': 1}  | [1, 2]
          {'contains': {'const': 1}, 'minContains': 0}  | [2]
          {'minItems': 1, 'maxItems': 2, 'uniqueItems': true} | [1, 2]
          {'required': ['a'], 'properties': {'a': true}}      | {'a': null}
          {'properties': {'a': {'type': 'string'}}}           | {'b': 1}
          {'properties': {'a': true}, 'patternProperties': {'^x': true}, 'additionalProperties': false} | {'a': 1, 'xy': 2}
          {'propertyNames': {'maxLength': 1}}   | {'a': 1}
          {'dependentRequired': {'a': ['b']}}   | {'c': 1}
          {'dependentSchemas': {'a': false}}    | {'b': 1}
          {'allOf': [{'minimum': 1}, {'maximum': 3}]} | 2
          {'anyOf': [{'type': 'string'}, {'minimum': 3}]} | 4
          {'oneOf': [{'minimum': 1}, {'minimum': 5}]}     | 3
          {'not': {'type': 'string'}}           | 3
          {'if': {'minimum': 5}, 'then': {'multipleOf': 5}, 'else': {'multipleOf': 2}} | 4
          {'$defs': {'a/b': {'type': 'null'}}, '$ref': '#/$defs/a~1b'} | null
          {'properties': {'next': {'$ref': '#'}}, 'required': ['n']} | {'n': 1, 'next': {'n': 2}}
          {'minimum': 5}                        | 'not a number'
          """)
  void shouldAcceptMatchingValues(String schema, String value) {
    assertThat(JsonSchema.problem(json(schema))).isEmpty();
    assertThat(violations(schema, value)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          false                              | 1           | it is not allowed
          {'type': 'number'}                 | 'x'         | it must be a number, got a string
          {'type': 'integer'}                | 1.5         | it must be an integer, got a number
          {'type': ['null', 'array']}        | {}          | it must be null or an array, got an object
          {'enum': ['yes', 'no']}            | 'maybe'     | it must be one of "yes", "no", got "maybe"
          {'const': 1}                       | 2           | it must be 1, got 2
          {'minimum': 1}                     | 0           | it must be at least 1, got 0
          {'maximum': 1}                     | 2           | it must be at most 1, got 2
          {'exclusiveMinimum': 1}            | 1           | it must be more than 1, got 1
          {'exclusiveMaximum': 1}            | 1           | it must be less than 1, got 1
          {'multipleOf': 0.5}                | 0.7         | it must be a multiple of 0.5, got 0.7
          {'minLength': 2}                   | 'a'         | it must have at least 2 characters, has 1
          {'maxLength': 1}                   | 'ab'        | it must have at most 1 character, has 2
          {'pattern': '^b'}                  | 'ab'        | it must match the pattern "^b", got "ab"
          {'format': 'date'}                 | '30.2.2026' | it must have the format 'date', got "30.2.2026"
          {'format': 'email'}                | 'ada'       | it must have the format 'email', got "ada"
          {'format': 'uri'}                  | 'a b'       | it must have the format 'uri', got "a b"
          {'items': {'type': 'string'}}      | ['a', 1]    | /1 must be a string, got an integer
          {'prefixItems': [{'type': 'null'}], 'items': false} | [1, 2] | /0 must be null, got an integer; /1 is not allowed
          {'contains': {'const': 1}}         | [2]         | it must have at least 1 fitting item, has 0
          {'contains': {'const': 1}, 'maxContains': 1} | [1, 1] | it must have at most 1 fitting item, has 2
          {'minItems': 1}                    | []          | it must have at least 1 item, has 0
          {'uniqueItems': true}              | [1, 1.0]    | it must not have an item twice
          {'required': ['a', 'b/c']}         | {}          | /a is required; /b~1c is required
          {'properties': {'a': {'type': 'string'}}}           | {'a': 1} | /a must be a string, got an integer
          {'properties': {'a': true}, 'patternProperties': {'^x': {'type': 'null'}}, 'additionalProperties': false} | {'a': 1, 'xy': 2, 'b': 3} | /xy must be null, got an integer; /b is not allowed
          {'minProperties': 1}               | {}          | it must have at least 1 member, has 0
          {'propertyNames': {'maxLength': 1}} | {'ab': 1}  | /ab is not an allowed name
          {'dependentRequired': {'a': ['b']}} | {'a': 1}   | /b is required
          {'dependentSchemas': {'a': {'maxProperties': 1}}} | {'a': 1, 'b': 2} | it must have at most 1 member, has 2
          {'allOf': [{'minimum': 1}, {'minimum': 2}]} | 0   | it must be at least 1, got 0; it must be at least 2, got 0
          {'anyOf': [{'type': 'string'}, {'minimum': 3}]} | 2 | it fits none of the 2 alternatives
          {'oneOf': [{'minimum': 1}, {'minimum': 5}]}     | 6 | it must fit one of the 2 alternatives, fits 2
          {'not': {'type': 'string'}}        | 'x'         | it is not allowed to be like this
          {'if': {'minimum': 5}, 'then': {'multipleOf': 5}} | 6 | it must be a multiple of 5, got 6
          {'if': {'minimum': 5}, 'else': {'multipleOf': 2}} | 3 | it must be a multiple of 2, got 3
          {'$defs': {'a': {'type': 'null'}}, '$ref': '#/$defs/a'} | 1 | it must be null, got an integer
          {'properties': {'next': {'$ref': '#'}}, 'required': ['n']} | {'n': 1, 'next': {}} | /next/n is required
          """)
  void shouldDescribeTheViolation(String schema, String value, String expected) {
    assertThat(JsonSchema.problem(json(schema))).isEmpty();
    assertThat(violations(schema, value)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'type': 'text'}                   | /type must be one or more of array, boolean, integer, null, number, object, string
          {'properties': {'a': {'type': 1}}} | /properties/a/type must be one or more of array, boolean, integer, null, number, object, string
          {'properties': []}                 | /properties must be an object of schemas
          {'anyOf': []}                      | /anyOf must be a list of schemas
          {'items': [{}]}                    | /items must be a schema, which is an object, true or false
          {'minimum': '1'}                   | /minimum must be a number
          {'multipleOf': 0}                  | /multipleOf must be a number above 0
          {'minLength': -1}                  | /minLength must be a whole number from 0 on
          {'required': 'a'}                  | /required must be a list of names
          {'dependentRequired': {'a': 'b'}}  | /dependentRequired must be an object of lists of names
          {'uniqueItems': 1}                 | /uniqueItems must be true or false
          {'enum': 1}                        | /enum must be a list
          {'pattern': 1}                     | /pattern must be a text
          {'unevaluatedProperties': false}   | /unevaluatedProperties is not supported; use additionalProperties
          {'$ref': '#/$defs/none'}           | /$ref refers to '#/$defs/none', which is not part of the schema; refer to one such as '#/$defs/name'
          {'$ref': 'https://example.org/s'}  | /$ref refers to 'https://example.org/s', which is not part of the schema; refer to one such as '#/$defs/name'
          """)
  void shouldDescribeErrorsOfASchema(String schema, String expected) {
    assertThat(JsonSchema.problem(json(schema))).map(Violation::toString).contains(expected);
  }

  @Test
  void shouldRefusePatternsThatTakeLong() {
    assertThat(JsonSchema.problem(json("{'pattern': '(?=a)b'}")))
        .hasValueSatisfying(
            problem -> assertThat(problem.message()).contains("cannot be matched in linear time"));
    assertThat(JsonSchema.problem(json("{'patternProperties': {'(?=a)b': true}}"))).isPresent();
  }

  @Test
  void shouldNotTreatDataAsSchemas() {
    assertThat(
            JsonSchema.problem(
                json(
                    "{'const': {'type': 1}, 'default': {'$ref': 'x'}, 'properties': {'type':"
                        + " {}}}")))
        .isEmpty();
  }

  @Test
  void shouldRejectCyclicSchemas() {
    String tooMuch = "it takes too much work to check with this schema";

    assertThat(violations("{'$ref': '#'}", "1")).isEqualTo(tooMuch);
    assertThat(violations("{'anyOf': [{'$ref': '#'}, {'$ref': '#'}]}", "1")).isEqualTo(tooMuch);
  }

  @Test
  void shouldRejectSchemasThatGrowExponentially() {
    StringBuilder schema = new StringBuilder("{'$ref': '#/$defs/d0', '$defs': {'d40': false");
    for (int i = 0; i < 40; i++) {
      String next = "{'$ref': '#/$defs/d" + (i + 1) + "'}";
      schema.append(", 'd%d': {'anyOf': [%s, %s]}".formatted(i, next, next));
    }

    assertThat(violations(schema.append("}}").toString(), "1"))
        .isEqualTo("it takes too much work to check with this schema");
  }

  @Test
  void shouldNameTwentyViolationsAtMost() {
    String many = "[" + "1,".repeat(99) + "1]";

    assertThat(JsonSchema.violations(json("{'items': {'type': 'string'}}"), json(many)))
        .hasSize(20);
  }
}
