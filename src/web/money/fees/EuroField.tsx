import { NumberInput } from '@mantine/core';

type EuroFieldProps = {
  label: string;
  description?: string;
  cents: number;
  /** What the form knows of the field. */ field: object;
  onChange: (cents: number) => void;
};

/** An amount in euros, kept in cents. */
export function EuroField({ cents, field, onChange, ...words }: EuroFieldProps) {
  return (
    <NumberInput
      {...field}
      {...words}
      required
      min={0}
      decimalScale={2}
      fixedDecimalScale
      decimalSeparator=","
      hideControls
      value={cents / 100}
      onChange={(value) => onChange(Math.round(Number(value) * 100))}
    />
  );
}
