import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

type DonorFieldsProps<V extends { donorName: string; donorAddress: string }> = {
  form: UseFormReturnType<V>;
  /** Whether the name gets the initial focus. */ isFirst?: boolean;
};

/** The donor, with the data that a receipt requires. */
export function DonorFields<V extends { donorName: string; donorAddress: string }>({ form, isFirst = false }: DonorFieldsProps<V>) {
  return (
    <>
      <TextInput
        label="Von wem?"
        description="Vor- und Nachname oder Firma"
        required
        maxLength={120}
        {...(isFirst && { 'data-autofocus': true })}
        {...form.getInputProps('donorName')}
      />
      <Textarea
        label="Anschrift"
        description="Straße und Hausnummer, darunter Postleitzahl und Ort"
        required
        autosize
        minRows={2}
        maxLength={300}
        {...form.getInputProps('donorAddress')}
      />
    </>
  );
}
