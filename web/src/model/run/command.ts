import type { Action } from './actions';

/** An action with everything that its sheet asks for. */
export interface CommandDraft {
  action: Action;
  reason: string;
  /** Id of the step. */
  step: string;
  compensate: boolean;
  /** True runs the latest version instead of the one that the execution ran. */
  isLatest: boolean;
  /** Another input of a retry, the output of a skipped step, a payload or a form; JSON. */
  value: string;
  /** The event, the outcome or the downstream. */
  subject: string;
}

export function emptyDraft(action: Action, step: string, subject: string): CommandDraft {
  return {
    action,
    reason: '',
    step,
    compensate: action === 'cancel',
    isLatest: false,
    value: '',
    subject,
  };
}

/** Parses the JSON of a field; an empty field has no value. */
export function parseValue(text: string): { value?: unknown; problem?: string } {
  if (text.trim() === '') return {};
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Quotes a word for a POSIX shell if it needs quotes. */
export function quote(word: string): string {
  return /^[A-Za-z0-9_./:@=+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Returns the command that does the same in a terminal. */
export function commandLine(execution: string, draft: CommandDraft): string {
  const words = ['pawl', ...verbs(execution, draft)];
  if (draft.reason.trim() !== '' && draft.action !== 'signal' && draft.action !== 'closeBreaker')
    words.push('--reason', draft.reason.trim());
  return words.map(quote).join(' ');
}

function verbs(execution: string, draft: CommandDraft): string[] {
  const value = (option: string) =>
    draft.value.trim() === '' ? [] : [option, compact(draft.value)];
  const version = draft.isLatest ? ['--latest'] : [];
  switch (draft.action) {
    case 'retry':
      return ['retry', execution, ...version, ...value('--input')];
    case 'retryFromFailure':
      return ['retry', execution, '--from-failure'];
    case 'retryFromStep':
      return ['retry', execution, '--from-step', draft.step];
    case 'pause':
    case 'resume':
      return [draft.action, execution];
    case 'cancel':
      return ['cancel', execution, ...(draft.compensate ? [] : ['--no-compensate'])];
    case 'skip':
      return ['skip', execution, draft.step, ...value('--output')];
    case 'sendBack':
      return ['send-back', execution, draft.step, ...(draft.compensate ? ['--compensate'] : [])];
    case 'decide':
      return [
        'decide',
        execution,
        ...(draft.subject === '' ? [] : [draft.subject]),
        '--step',
        draft.step,
        ...value('--form'),
      ];
    case 'signal':
      return ['signal', execution, draft.subject, ...value('--payload')];
    case 'closeBreaker':
      return ['breakers', 'close', draft.subject];
    case 'resumeAll':
      return ['resume-all'];
  }
}

/** Writes JSON on one line; text that is not JSON stays as it is. */
function compact(text: string): string {
  const { value, problem } = parseValue(text);
  return problem === undefined ? JSON.stringify(value) : text.trim();
}
