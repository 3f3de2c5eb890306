const spelled: { readonly [letter: string]: string } = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** A URL slug of a title: lower-case letters, digits and hyphens, at most `max` characters. May be empty. */
export function slugOf(title: string, max = 80): string {
  return title
    .toLowerCase()
    .replaceAll(/[äöüß]/g, (letter) => spelled[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, max)
    .replaceAll(/^-+|-+$/g, '');
}

/** A text normalised for comparison: lower-case letters without accents and digits only. */
export function lettersOf(text: string): string {
  return slugOf(text, Number.MAX_SAFE_INTEGER).replaceAll('-', '');
}
