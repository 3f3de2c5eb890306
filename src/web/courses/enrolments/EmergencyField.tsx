import { fieldText } from '#web/lib/call/failure.ts';
import { PlainField } from '#web/ui/plain/PlainField.tsx';

type EmergencyFieldProps = {
  /** Whose it is, if there may be several. */
  name?: string;
  value: string;
  onChange: (phone: string) => void;
  error: unknown;
  /** Of the field in what is sent. */
  path: string;
};

/** Who may collect a child; nobody has to say. */
export function CollectorsField({ start }: { start?: string | undefined }) {
  return (
    <PlainField
      label="Wer holt ab? (freiwillig)"
      name="collectors"
      maxLength={200}
      placeholder="Mama, Papa, Oma Gerda"
      defaultValue={start}
    />
  );
}

/** The number that the trainer calls when something happens to a child. */
export function EmergencyField({ name, value, onChange, error, path }: EmergencyFieldProps) {
  return (
    <PlainField
      label={name ? `Notfallnummer für ${name}` : 'Notfallnummer'}
      type="tel"
      required
      maxLength={40}
      autoComplete="tel"
      placeholder="0170 1234567"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={fieldText(error, path)}
      note="Wen ruft die Übungsleitung an, wenn etwas passiert? Nur sie und der Vorstand sehen die Nummer."
    />
  );
}
