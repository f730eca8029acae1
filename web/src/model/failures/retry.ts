/** How the executions of a family are retried. */
export interface RetryForm {
  mode: 'from-failure' | 'full';
  /** Retries per minute, as they are typed; empty for as fast as the limits allow. */
  rate: string;
  reason: string;
}

export const EMPTY_RETRY: RetryForm = {
  mode: 'from-failure',
  rate: '',
  reason: '',
};

export const MAX_RATE = 60_000;
/** More are not counted in a list. */
export const MAX_RETRYABLE = 10_000;

/** Returns the rate as a number; undefined if there is none, null if the text is none. */
export function rateOf(text: string): number | undefined | null {
  if (text.trim() === '') return undefined;
  const rate = Number(text.trim().replace(',', '.'));
  return Number.isInteger(rate) && rate >= 1 && rate <= MAX_RATE ? rate : null;
}

/** Returns what is wrong with the form, as the id of a message; undefined if nothing is. */
export function retryProblem(form: RetryForm): string | undefined {
  return rateOf(form.rate) === null ? 'failures.retry.rateInvalid' : undefined;
}

/** What limits a retry beside the family: the filters of the page. */
export interface RetryScope {
  family: string;
  version?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Returns the body of the bulk action that retries the executions of a family. */
export function retryRequest(scope: RetryScope, form: RetryForm): Record<string, unknown> {
  const { family, version, from, to } = scope;
  const reason = form.reason.trim();
  const rate = rateOf(form.rate);
  return {
    action: 'retry',
    filter: {
      family,
      // What another execution retries already is not retried twice.
      retried: false,
      ...(version === undefined ? {} : { version: Number(version) }),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    },
    mode: form.mode,
    ...(typeof rate === 'number' ? { perMinute: rate } : {}),
    ...(reason === '' ? {} : { reason }),
  };
}

/** Returns how long a number of retries takes at a rate per minute, in milliseconds. */
export function durationOf(count: number, rate: number): number {
  return (count / rate) * 60_000;
}
