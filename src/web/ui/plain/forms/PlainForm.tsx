import { useState, type FormHTMLAttributes } from 'react';
import { FaultsContext, faultsIn, keyOf, type Faults } from './faults.ts';

/**
 * A form of the light public frame. What its fields lack (`required`, `type="email"`) stands at them in German when it is sent, with
 * the cursor in the first one; the bubbles of the browser, in its own language, stay away.
 */
export function PlainForm({ onSubmit, onChange, ...form }: FormHTMLAttributes<HTMLFormElement>) {
  const [faults, setFaults] = useState<Faults>(new Map());
  return (
    <FaultsContext value={faults}>
      <form
        {...form}
        noValidate
        onSubmit={(event) => {
          const found = faultsIn(event.currentTarget);
          setFaults(new Map(found.map(({ key, words }) => [key, words])));
          if (!found[0]) return onSubmit?.(event);
          event.preventDefault();
          found[0].control.focus();
        }}
        onChange={(event) => {
          if (event.target instanceof HTMLInputElement) setFaults(without(faults, keyOf(event.target)));
          onChange?.(event);
        }}
      />
    </FaultsContext>
  );
}

function without(faults: Faults, key: string): Faults {
  return faults.has(key) ? new Map([...faults].filter(([one]) => one !== key)) : faults;
}
