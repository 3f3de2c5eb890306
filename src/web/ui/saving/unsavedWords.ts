/** As much of a form as tells what is not saved. */
type Typed<V> = { getValues: () => V; isDirty: (field?: string) => boolean };

/** How many fields of a form hold something else than what is stored. */
export function countUnsaved<V extends { [field: string]: unknown }>(form: Typed<V>): number {
  return form.isDirty() ? Math.max(1, Object.keys(form.getValues()).filter((field) => form.isDirty(field)).length) : 0;
}

/** So many fields in words: "2 Angaben". */
export function unsavedWords(count: number): string {
  return count === 1 ? '1 Angabe' : `${count} Angaben`;
}
