import { useEffect, useRef, useState, type FormHTMLAttributes } from 'react';
import { FaultsContext, faultsIn, keyOf, type Faults } from './faults.ts';

type PlainFormProps = FormHTMLAttributes<HTMLFormElement> & {
  /** Why the server refused the last attempt; the cursor goes to the first field that tells it. */
  refusal?: unknown;
};

/**
 * A form of the light public frame. What its fields lack (`required`, `type="email"`) stands at them in German when it is sent, with
 * the cursor in the first one; the bubbles of the browser, in its own language, stay away.
 */
export function PlainForm({ refusal, onSubmit, onChange, ...form }: PlainFormProps) {
  const [faults, setFaults] = useState<Faults>(new Map());
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusal) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusal]);
  return (
    <FaultsContext value={faults}>
      <form
        {...form}
        ref={ref}
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
