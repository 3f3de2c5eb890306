import type { KnownEmergency } from '#shared/people/knownEmergency.ts';
import { wayHomeChoices, wayHomeNames, type WayHomeChoice } from '#shared/people/wayHome.ts';
import { fieldText } from '#web/lib/call/failure.ts';
import { knownWords } from '#web/people/parts/useKnownEmergency.ts';
import { PlainField } from '#web/ui/plain/PlainField.tsx';
import { FieldFault } from '#web/ui/plain/forms/FieldFault.tsx';
import classes from '../offers/course.module.css';

type EmergencyFieldProps = {
  /** The person's name, if there are several. */
  name?: string;
  value: string;
  /** The number that the family has given elsewhere; the field then begins with it. */
  known?: KnownEmergency | undefined;
  onChange: (phone: string) => void;
  error: unknown;
  /** The path of the field in the request. */
  path: string;
};

type WayHomeFieldProps = {
  /** The child's name, if there are several. */
  of?: string;
  name: string;
  required: boolean;
  start?: WayHomeChoice | undefined;
  onChange?: (way: WayHomeChoice) => void;
};

/** A child's way home, which the leader of the session must know. */
export function WayHomeField({ of = 'das Kind', name, required, start, onChange }: WayHomeFieldProps) {
  return (
    <fieldset className={classes['people']}>
      <legend>
        Wie kommt {of} nach Hause?{!required && ' (freiwillig)'}
      </legend>
      {wayHomeChoices.map((way) => (
        <label key={way} className={classes['check']}>
          <input type="radio" name={name} value={way} required={required} defaultChecked={start === way} onChange={() => onChange?.(way)} />
          <span>{wayHomeNames[way]}</span>
        </label>
      ))}
      <FieldFault of={name} />
    </fieldset>
  );
}

/** Parses the chosen way home; undefined if none was chosen. */
export function wayHomeOf(chosen: string): WayHomeChoice | undefined {
  return wayHomeChoices.find((way) => way === chosen);
}

/** Who may collect a child; optional. */
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

/** The emergency number that the trainer calls. */
export function EmergencyField({ name, value, known, onChange, error, path }: EmergencyFieldProps) {
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
      note={`${known && value === known.phone ? `${knownWords(known)} ` : ''}Wen ruft die Übungsleitung an, wenn etwas passiert? Nur sie und der Vorstand sehen die Nummer.`}
    />
  );
}
