import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { taxSpheres } from '#shared/courses/courseWords.ts';
import { sphereNames } from '#shared/money/books/words.ts';
import { categoriesOf, categoryOf, entryCategories } from '#shared/money/entries/words.ts';

const spheres = taxSpheres.map((value) => ({ value, label: sphereNames[value] }));
const wayNames = { in: 'Einnahme', out: 'Ausgabe' } as const;

/** The categories of income and expenses. */
export const bothWays = (['in', 'out'] as const).flatMap((way) =>
  categoriesOf(way).map((value) => ({ value, label: `${wayNames[way]}: ${categoryOf(value).label}` })),
);

/** The categories of one direction. */
export function oneWay(direction: 'in' | 'out'): { value: string; label: string }[] {
  return categoriesOf(direction).map((value) => ({ value, label: categoryOf(value).label }));
}

type PurposeFieldsProps<V extends object> = {
  form: UseFormReturnType<V>;
  /** A prefix of the field paths, e.g. `parts.0.`. */ at?: string;
  categories: readonly { value: string; label: string }[];
};

/** The category of an entry. Changing it sets its default sphere, which can be overridden. */
export function PurposeFields<V extends object>({ form, at = '', categories }: PurposeFieldsProps<V>) {
  const choose = (value: string) => {
    const category = entryCategories.find((name) => name === value);
    if (!category) return;
    form.getInputProps(`${at}category`).onChange(category);
    form.getInputProps(`${at}sphere`).onChange(categoryOf(category).sphere);
  };
  return (
    <>
      <NativeSelect
        label="Wofür"
        data={[...categories]}
        {...form.getInputProps(`${at}category`)}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <NativeSelect label="Bereich" data={spheres} {...form.getInputProps(`${at}sphere`)} />
    </>
  );
}

/** The category and a description. */
export function EntryFields<V extends object>(props: PurposeFieldsProps<V>) {
  return (
    <>
      <PurposeFields {...props} />
      <TextInput
        label="Text"
        description="Von wem oder an wen, und wofür"
        required
        maxLength={200}
        {...props.form.getInputProps(`${props.at ?? ''}text`)}
      />
    </>
  );
}
