/**
 * The keys of a table of data, as its type names them, in their order. TypeScript cannot say this by itself, since a value may
 * hold more than its type; so this is for constants with at least one key, e.g. for the words of `z.enum`.
 */
export function keysOf<T extends object>(table: T): [keyof T & string, ...(keyof T & string)[]] {
  // The one place where the type of a constant is taken for its whole content.
  return Object.keys(table) as [keyof T & string, ...(keyof T & string)[]];
}

/** One value for each of the names. */
export function recordOf<K extends string, V>(names: readonly K[], valueOf: (name: K) => V): { [name in K]: V } {
  // Each name has become a key.
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as { [name in K]: V };
}

/** The names in a list of named things, in their order, e.g. for the words of `z.enum`. */
export function namesOf<Name extends string>(list: readonly [{ name: Name }, ...{ name: Name }[]]): [Name, ...Name[]] {
  const [first, ...others] = list;
  return [first.name, ...others.map(({ name }) => name)];
}
