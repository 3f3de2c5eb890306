import { EuroInput } from './EuroInput.tsx';

type EuroFieldProps = {
  label: string;
  description?: string;
  cents: number;
  /** The field's props from the form (`getInputProps`). */ field: object;
  /** May be empty, which counts as 0. */ isOptional?: boolean;
  onChange: (cents: number) => void;
};

/** An amount entered in euros and stored in cents; nothing is 0. */
export function EuroField({ cents, field, isOptional = false, onChange, ...words }: EuroFieldProps) {
  return (
    <EuroInput
      {...field}
      {...words}
      required={!isOptional}
      placeholder="0,00"
      cents={cents === 0 ? null : cents}
      onChange={(typed) => onChange(typed ?? 0)}
    />
  );
}
