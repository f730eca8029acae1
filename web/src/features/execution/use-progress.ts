import { EventSourceParserStream } from 'eventsource-parser/stream';
import { useEffect, useState } from 'react';
import { send } from '../../api/client';
import { executionPath } from '../../api/paths';

/** What a worker reported about a task that it works on. */
export interface ProgressReport {
  step: string;
  worker: string;
  details: unknown;
  at: number;
}

const MAX_REPORTS = 200;

/** Reads the progress reports on a step while it is under way. */
export function useProgress(id: string, step: string, isOpen: boolean): ProgressReport[] {
  const [reports, setReports] = useState<ProgressReport[]>([]);
  useEffect(() => {
    setReports([]);
    if (!isOpen) return;
    const ending = new AbortController();
    read(id, ending.signal, (report) => {
      if (report.step === step) setReports((before) => [...before, report].slice(-MAX_REPORTS));
    }).catch(() => {
      // The stream ended or was lost; the reports so far stay.
    });
    return () => ending.abort();
  }, [id, step, isOpen]);
  return reports;
}

async function read(
  id: string,
  signal: AbortSignal,
  onReport: (report: ProgressReport) => void,
): Promise<void> {
  const response = await send(`${executionPath(id)}/events`, {
    headers: { Accept: 'text/event-stream' },
    signal,
  });
  const reader = response.body
    ?.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  if (!reader) return;
  for (;;) {
    const { done, value } = await reader.read();
    if (done || signal.aborted) return;
    if (value.event === 'progress')
      onReport({ ...(JSON.parse(value.data) as Omit<ProgressReport, 'at'>), at: Date.now() });
  }
}
