import { useEffect, useRef, useState, type FormHTMLAttributes } from 'react';
import { FaultsContext, faultsIn, keyOf, type Faults } from './faults.ts';

type PlainFormProps = FormHTMLAttributes<HTMLFormElement> & {
  /** The server's refusal of the last submit; the first field with an error gets the focus. */
  refusal?: unknown;
};

/**
 * A form of the light public frame. Native constraints (`required`, `type="email"`) are reported in German at the
 * fields on submit, with the focus in the first invalid one, in place of the browser's own bubbles.
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
