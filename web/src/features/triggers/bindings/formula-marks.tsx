import type { FormulaProblem } from '../../../model/triggers/filter-words';

/** The lines of a formula that have mistakes, with a mark below the place that the server names. */
export function FormulaMarks({
  text,
  field,
  mistakes,
}: {
  text: string;
  field: string;
  mistakes: readonly FormulaProblem[];
}) {
  const own = mistakes.filter((one) => one.field === field);
  if (own.length === 0) return null;
  const lines = text.trim().split('\n');
  return (
    <pre className="code-block formula-marks" aria-hidden>
      {own.map((one) => (
        <span key={`${one.line}:${one.column}`}>
          {lines[one.line - 1] ?? ''}
          {'\n'}
          <b>{' '.repeat(Math.max(0, one.column - 1))}^</b>
          {'\n'}
        </span>
      ))}
    </pre>
  );
}
