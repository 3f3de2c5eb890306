import type { TextareaHTMLAttributes } from 'react';
import { LabelledField, type Labelled } from './LabelledField.tsx';

/** A labelled text of several lines of the light public frame. */
export function PlainText({ label, error, note, ...text }: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <LabelledField label={label} error={error} note={note}>
      {(connected) => <textarea rows={3} {...text} {...connected} />}
    </LabelledField>
  );
}
