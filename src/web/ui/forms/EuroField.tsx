import { NumberInput } from '@mantine/core';

type EuroFieldProps = {
  label: string;
  description?: string;
  cents: number;
  /** The field's props from the form (`getInputProps`). */ field: object;
  /** May be empty, which counts as 0. */ isOptional?: boolean;
  onChange: (cents: number) => void;
};

/** An amount entered in euros and stored in cents. */
export function EuroField({ cents, field, isOptional = false, onChange, ...words }: EuroFieldProps) {
  return (
    <NumberInput
      {...field}
      {...words}
      required={!isOptional}
      min={0}
      decimalScale={2}
      fixedDecimalScale
      decimalSeparator=","
      hideControls
      placeholder="0,00"
      value={cents === 0 ? '' : cents / 100}
      onChange={(value) => onChange(Math.round(Number(value) * 100))}
    />
  );
}
