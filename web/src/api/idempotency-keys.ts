const MAX_KEYS = 100;
const MAX_AGE_MS = 10 * 60_000;

/**
 * The idempotency keys of changes whose outcome is not known: the same change sent again gets the
 * same key, so that it has one effect.
 */
export class IdempotencyKeys {
  private readonly keys = new Map<string, { key: string; usedAt: number }>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Returns the key of a change, which is kept until it is released. */
  keyOf(change: string): string {
    const now = this.now();
    for (const [one, { usedAt }] of this.keys) if (now - usedAt > MAX_AGE_MS) this.keys.delete(one);
    const key = this.keys.get(change)?.key ?? newKey();
    // The one used last comes last, so that the first is the oldest.
    this.keys.delete(change);
    this.keys.set(change, { key, usedAt: now });
    for (const one of this.keys.keys()) {
      if (this.keys.size <= MAX_KEYS) break;
      this.keys.delete(one);
    }
    return key;
  }

  /** Forgets a key whose outcome is known: the same change sent again is another one. */
  release(change: string, key: string): void {
    if (this.keys.get(change)?.key === key) this.keys.delete(change);
  }
}

export function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).reduce((key, n) => key + n.toString(36), '');
}
