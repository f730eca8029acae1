/** The server sends its position every 5 seconds; a stream that is silent for longer is lost. */
const MAX_SILENCE_MS = 16_000;

/** Aborts a request whose connection is open but dead, which neither side notices by itself. */
export class SilenceAlarm {
  private readonly aborting = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  readonly signal = this.aborting.signal;

  constructor(private readonly ending: AbortSignal) {
    ending.addEventListener('abort', this.ring);
    this.rest();
  }

  private readonly ring = () => this.aborting.abort();

  private rest(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.ring, MAX_SILENCE_MS);
  }

  /** Returns a stream that passes everything on, and puts the alarm off with each part. */
  heard(): TransformStream<Uint8Array, Uint8Array> {
    return new TransformStream({
      transform: (part, controller) => {
        this.rest();
        controller.enqueue(part);
      },
    });
  }

  stop(): void {
    clearTimeout(this.timer);
    this.ending.removeEventListener('abort', this.ring);
  }
}
