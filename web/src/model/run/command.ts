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
  /** Another input, the output of a skipped step, a payload or a form; JSON. */
  value: string;
  /** The event, the outcome or the downstream. */
  subject: string;
}

export function emptyDraft(
  action: Action,
  step: string,
  subject: string,
  value = '',
): CommandDraft {
  return {
    action,
    reason: '',
    step,
    compensate: action === 'cancel',
    isLatest: false,
    value,
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

/** Actions that take no reason. */
const WITHOUT_REASON: ReadonlySet<Action> = new Set(['signal', 'closeBreaker', 'editInput']);

export function takesReason(action: Action): boolean {
  return !WITHOUT_REASON.has(action);
}

/** The execution that a command is about. */
export interface CommandTarget {
  id: string;
  flow: string;
  version: number | null;
}

/** Returns the command that does the same in a terminal. */
export function commandLine(target: CommandTarget, draft: CommandDraft): string {
  const words = ['pawl', ...verbs(target, draft)];
  if (draft.reason.trim() !== '' && takesReason(draft.action))
    words.push('--reason', draft.reason.trim());
  return words.map(quote).join(' ');
}

function verbs({ id: execution, flow, version }: CommandTarget, draft: CommandDraft): string[] {
  const value = (option: string) =>
    draft.value.trim() === '' ? [] : [option, compact(draft.value)];
  switch (draft.action) {
    case 'retry':
      return ['retry', execution];
    case 'editInput':
      return [
        'start',
        flow,
        ...value('--input'),
        ...(draft.isLatest || version === null ? [] : ['--version', String(version)]),
      ];
    case 'retryFromFailure':
      return ['retry', execution, '--from-failure'];
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
