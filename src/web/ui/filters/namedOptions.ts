/** Select options from values and their German names. */
export function namedOptions<T extends string>(
  values: readonly T[],
  names: { readonly [value in T]: string },
): { value: T; label: string }[] {
  return values.map((value) => ({ value, label: names[value] }));
}
