import { useText } from '../../i18n/i18n';
import { schemaRows } from '../../model/handlers/schema-rows';
import { JsonView } from '../../ui/json-view';

/** A JSON Schema as a table; one without properties is shown as it is. */
export function SchemaTable({ title, schema }: { title: string; schema: unknown }) {
  const { t } = useText();
  if (schema === undefined || schema === null) return null;
  const rows = schemaRows(schema);
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <div className="code-block">
          <JsonView value={schema} />
        </div>
      ) : (
        <dl className="schema-rows">
          {rows.map((row) => (
            <div key={row.path} style={{ paddingInlineStart: row.depth * 16 }}>
              <dt>
                <span className="mono" title={row.path}>
                  {row.depth === 0 ? row.path : row.path.slice(row.path.lastIndexOf('.') + 1)}
                </span>
                <span className="text-muted mono">{row.type}</span>
                {row.isRequired && <span className="tag">{t('handlers.required')}</span>}
              </dt>
              <dd>
                {[
                  row.description,
                  ...row.limits.map((limit) => t(limit.id, limit.values)),
                  row.initial === null ? '' : t('handlers.default', { value: row.initial }),
                ]
                  .filter((part) => part !== '')
                  .join('; ')}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
