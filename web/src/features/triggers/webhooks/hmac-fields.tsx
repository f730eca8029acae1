import { useText } from '../../../i18n/i18n';
import type { WebhookForm } from '../../../model/triggers/webhooks';
import { ChoiceField, TextField } from '../form-fields';

/** The settings of a signature that no style describes. */
export function HmacFields({
  form,
  onChange,
}: {
  form: WebhookForm;
  onChange: (part: Partial<WebhookForm>) => void;
}) {
  const { t } = useText();
  const field = (name: keyof WebhookForm, placeholder: string) => ({
    label: t(`triggers.hmac.${name}`),
    value: form[name],
    placeholder,
    isMono: true,
    onChange: (value: string) => onChange({ [name]: value }),
  });
  return (
    <fieldset className="trigger-fieldset">
      <legend>HMAC</legend>
      <div className="trigger-columns two">
        <TextField {...field('header', 'X-EMF-Signature')} />
        <TextField {...field('prefix', 'sha256=')} />
        <ChoiceField
          {...field('encoding', '')}
          options={[
            ['hex', 'hex'],
            ['base64', 'base64'],
          ]}
        />
        <TextField {...field('template', '{timestamp}.{body}')} />
        <TextField {...field('timestamp', 'X-Time')} />
        <TextField {...field('id', '$.id')} />
      </div>
      <p className="label">{t('triggers.note.hmac')}</p>
    </fieldset>
  );
}
