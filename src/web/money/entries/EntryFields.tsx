import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { taxSpheres } from '#shared/courses/courseWords.ts';
import { sphereNames } from '#shared/money/books/words.ts';
import { categoryOf, entryCategories, type EntryCategory } from '#shared/money/entries/words.ts';

type Kind = { category: EntryCategory; sphere: (typeof taxSpheres)[number]; text: string };

const spheres = taxSpheres.map((value) => ({ value, label: sphereNames[value] }));

type EntryFieldsProps<V extends Kind> = { form: UseFormReturnType<V>; categories: readonly { value: string; label: string }[] };

/** What money was for. Another purpose brings its usual sphere along; it can be chosen otherwise. */
export function EntryFields<V extends Kind>({ form, categories }: EntryFieldsProps<V>) {
  const choose = (value: string) => {
    const category = entryCategories.find((name) => name === value);
    // Both are fields of the form's own.
    if (category) form.setValues({ category, sphere: categoryOf(category).sphere } as Partial<V>);
  };
  return (
    <>
      <NativeSelect
        label="Wofür"
        data={[...categories]}
        {...form.getInputProps('category')}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <NativeSelect label="Bereich" data={spheres} {...form.getInputProps('sphere')} />
      <TextInput label="Text" description="Von wem oder an wen, und wofür" required maxLength={200} {...form.getInputProps('text')} />
    </>
  );
}
