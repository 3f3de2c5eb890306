import { TextInput, type TextInputProps } from '@mantine/core';

/** The text alternative of a picture, required for each picture (WCAG 2.2, 1.1.1). */
export function AltTextField(props: TextInputProps) {
  return (
    <TextInput label="Alternativtext" description="Was das Bild zeigt, für alle, die es nicht sehen." required maxLength={300} {...props} />
  );
}
