import type { InputHTMLAttributes } from 'react';
import { LabelledField, type Labelled } from './forms/LabelledField.tsx';

/** A labelled text field of the light public frame. */
export function PlainField({ label, error, note, ...input }: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <LabelledField label={label} error={error} note={note}>
      {(connected) => <input {...input} {...connected} />}
    </LabelledField>
  );
}
