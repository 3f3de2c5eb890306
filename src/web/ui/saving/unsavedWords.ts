/** The part of a form that describes what is unsaved. */
type Typed<V> = { getValues: () => V; isDirty: (field?: string) => boolean };

/** How many fields of a form differ from the stored values. */
export function countUnsaved<V extends { [field: string]: unknown }>(form: Typed<V>): number {
  return form.isDirty() ? Math.max(1, Object.keys(form.getValues()).filter((field) => form.isDirty(field)).length) : 0;
}

/** The number of unsaved fields in German: "2 Angaben". */
export function unsavedWords(count: number): string {
  return count === 1 ? '1 Angabe' : `${count} Angaben`;
}
