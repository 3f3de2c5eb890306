import type { ReactNode, SelectHTMLAttributes } from 'react';
import { LabelledField, type Labelled } from './forms/LabelledField.tsx';

type PlainSelectProps = Labelled & SelectHTMLAttributes<HTMLSelectElement> & { /** The options. */ children: ReactNode };

/** A labelled select of the light public frame. */
export function PlainSelect({ label, error, note, children, ...select }: PlainSelectProps) {
  return (
    <LabelledField label={label} error={error} note={note}>
      {(connected) => (
        <select {...select} {...connected}>
          {children}
        </select>
      )}
    </LabelledField>
  );
}
