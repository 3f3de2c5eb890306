/**
 * The keys of a constant object, typed and in their order. TypeScript types `Object.keys` as string[], since a value
 * may have more keys than its type; so use this only for constants with at least one key, e.g. for `z.enum`.
 */
export function keysOf<T extends object>(table: T): [keyof T & string, ...(keyof T & string)[]] {
  // Safe for constants: their type names all of their keys.
  return Object.keys(table) as [keyof T & string, ...(keyof T & string)[]];
}

/** An object with one value for each name. */
export function recordOf<K extends string, V>(names: readonly K[], valueOf: (name: K) => V): { [name in K]: V } {
  // Every name is a key, which `Object.fromEntries` cannot express.
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as { [name in K]: V };
}

/** The names of a non-empty list of named items, in their order, e.g. for `z.enum`. */
export function namesOf<Name extends string>(list: readonly [{ name: Name }, ...{ name: Name }[]]): [Name, ...Name[]] {
  const [first, ...others] = list;
  return [first.name, ...others.map(({ name }) => name)];
}
