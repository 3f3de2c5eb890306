import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { returnCodeInWords, returnCodes } from '#shared/money/returnCodes.ts';
import { returnFields } from '#shared/money/sepaRuns.ts';

type CodeFieldProps = Pick<SelectProps, 'label' | 'description'> & {
  /** The field's props from the form (`getInputProps`). */ field: Pick<SelectProps, 'value' | 'onChange' | 'error'>;
};

/** Why the bank returned a debit: one of the known reasons, or any other code as it is typed. */
export function CodeField({ field, ...words }: CodeFieldProps) {
  const [typed, setTyped] = useState('');
  const others = [field.value ?? '', typed.trim().toUpperCase()].filter((code) => returnFields.code.safeParse(code).success);
  const codes = [...new Set([...Object.keys(returnCodes), ...others])];
  return (
    <Select
      {...words}
      required
      searchable
      data={codes.map((value) => ({ value, label: returnCodeInWords(value) }))}
      onSearchChange={setTyped}
      nothingFoundMessage="Bitte die vier Zeichen vom Kontoauszug, wie AC04."
      {...field}
    />
  );
}
