/** The example of the empty list: it needs no handler, and shows input, a choice and a result. */
export const SAMPLE = {
  code: 'rate-alert',
  name: 'Rate alert',
  format: 'yaml',
  source: `# Compares a rate with a limit; no other system is called.
StartAt: Get rate
States:
  Get rate:
    Type: Pass
    Parameters: {rate.$: $.rate, limit.$: $.limit}
    Next: High?
  High?:
    Type: Choice
    Choices:
      - {Variable: $.rate, NumericGreaterThanPath: $.limit, Next: Send alert}
    Default: Done
  Send alert:
    Type: Pass
    Parameters: {alert.$: "States.Format('the rate is {}', $.rate)"}
    Next: Done
  Done: {Type: Succeed}
`,
} as const;

export const SAMPLE_INPUT = { rate: 4.2, limit: 3.5 } as const;
