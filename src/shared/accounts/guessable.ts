/** Keys in the order in which fingers run over them, German and English, and the orders of letters and digits. */
const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertzuiopü', 'qwertyuiop', 'asdfghjklöä', 'yxcvbnm', 'zxcvbnm'];
const columns = ['1qay', '2wsx', '3edc', '4rfv', '5tgb', '6zhn', '7ujm', '1qaz', '6yhn', '8ik', '9ol'];

const neighbours = new Set([...rows, ...columns].flatMap((row) => pairsOf(row).flatMap(([a, b]) => [a + b, b + a])));

/**
 * Whether a text is made of a few runs over the keyboard, through the alphabet or the digits, or of the same character again
 * and again: 'qwertz', '987654', 'aaabbb', 'abc123', 'asdf1234qwer'.
 */
export function isPattern(text: string): boolean {
  const signs = [...text];
  const starts = signs.filter((sign, at) => at === 0 || !(sign === signs[at - 1] || neighbours.has(`${signs[at - 1]}${sign}`))).length;
  return starts <= Math.max(2, Math.floor(signs.length / 4));
}

/** The part that a text repeats from its beginning to its end ('abc' of 'abcabcab'); undefined where it repeats none. */
export function repeatedPart(text: string): string | undefined {
  for (let length = 1; length <= text.length / 2; length++) {
    const part = text.slice(0, length);
    if (part.repeat(Math.ceil(text.length / length)).startsWith(text)) return part;
  }
  return undefined;
}

/** Whether a text is a day between 1900 and 2099 in figures: 24121990, 24.12.90, 1990-12-24. */
export function isDate(text: string): boolean {
  const day = '(?:0?[1-9]|[12]\\d|3[01])';
  const month = '(?:0?[1-9]|1[0-2])';
  const year = '(?:(?:19|20)?\\d\\d)';
  const between = '[-./ ]?';
  const orders = [
    [day, month, year],
    [month, day, year],
    [year, month, day],
  ];
  return orders.some((parts) => new RegExp(`^${parts.join(between)}$`).test(text));
}

/** What is left of a text without these words and without digits beside them; undefined when it holds none of the words. */
export function leftBeside(text: string, words: readonly string[]): string | undefined {
  const known = words.filter((word) => word.length >= 3).toSorted((a, b) => b.length - a.length);
  let left = text;
  for (const word of known) left = left.replaceAll(word, ' ');
  return left === text ? undefined : left.replaceAll(/[\d ]/g, '');
}

function pairsOf(row: string): [string, string][] {
  const signs = [...row];
  return signs.slice(1).map((sign, at) => [signs[at] ?? '', sign]);
}
