import { TextInput, type TextInputProps } from '@mantine/core';
import { useRef, useState } from 'react';
import { centsOf } from '#shared/kernel/money.ts';
import { useHeldSubmit } from '../holdSubmit.ts';

type EuroInputProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> & {
  /** Null while nothing readable stands in the field. */ cents: number | null;
  mayBeNegative?: boolean;
  onChange: (cents: number | null) => void;
};

type Typed = { text: string; cents: number | null; isShown: boolean };

/**
 * An amount, typed in euros as 1.234,00. Text that is no amount, as 12,345 or 1.234, stays as typed with an error: nothing
 * is rounded or cut, the value is null, and the form cannot be submitted.
 */
export function EuroInput({ cents, mayBeNegative = false, onChange, error, onBlur, onKeyDown, ...props }: EuroInputProps) {
  const [typed, setTyped] = useState<Typed>();
  const input = useRef<HTMLInputElement>(null);
  // Where the form has another amount meanwhile, that counts. Forms may keep nothing as 0.
  const shown = typed && (typed.cents ?? 0) === (cents ?? 0) ? typed : undefined;
  const odd = shown && shown.cents === null && shown.text.trim() !== '' ? shown : undefined;
  const show = () => odd && setTyped({ ...odd, isShown: true });
  useHeldSubmit(input, odd !== undefined, show);
  return (
    <TextInput
      {...props}
      ref={input}
      data-amount
      inputMode="decimal"
      maxLength={20}
      value={shown ? shown.text : textOf(cents)}
      error={odd?.isShown ? `„${odd.text.trim()}“ ist kein Betrag. Bitte wie 1.234,00 angeben.` : error}
      onChange={({ currentTarget: { value: text } }) => {
        const read = centsOf(text.replace(/,\s*$/, '')) ?? null;
        const amount = read !== null && read < 0 && !mayBeNegative ? null : read;
        setTyped({ text, cents: amount, isShown: false });
        onChange(amount);
      }}
      onBlur={(event) => {
        if (odd) show();
        else setTyped(undefined);
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key !== 'Enter' || !odd) return;
        show();
        event.preventDefault();
      }}
    />
  );
}

function textOf(cents: number | null): string {
  if (cents === null) return '';
  const [whole, part] = [Math.floor(Math.abs(cents) / 100), Math.abs(cents) % 100];
  return `${cents < 0 ? '-' : ''}${whole},${String(part).padStart(2, '0')}`;
}
