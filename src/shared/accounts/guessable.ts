/** Keyboard rows and columns, German and English, and the alphabet and the digits. */
const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertzuiopü', 'qwertyuiop', 'asdfghjklöä', 'yxcvbnm', 'zxcvbnm'];
const columns = ['1qay', '2wsx', '3edc', '4rfv', '5tgb', '6zhn', '7ujm', '1qaz', '6yhn', '8ik', '9ol'];

const neighbours = new Set([...rows, ...columns].flatMap((row) => pairsOf(row).flatMap(([a, b]) => [a + b, b + a])));

/**
 * Whether a text consists of a few sequences of neighbouring keys, letters or digits, or of repeated characters:
 * 'qwertz', '987654', 'aaabbb', 'abc123', 'asdf1234qwer'.
 */
export function isPattern(text: string): boolean {
  const signs = [...text];
  const starts = signs.filter((sign, at) => at === 0 || !(sign === signs[at - 1] || neighbours.has(`${signs[at - 1]}${sign}`))).length;
  return starts <= Math.max(2, Math.floor(signs.length / 4));
}

/** The shortest part that a text repeats ('abc' of 'abcabcab'); undefined if it repeats none. */
export function repeatedPart(text: string): string | undefined {
  for (let length = 1; length <= text.length / 2; length++) {
    const part = text.slice(0, length);
    if (part.repeat(Math.ceil(text.length / length)).startsWith(text)) return part;
  }
  return undefined;
}

/** Whether a text is a date between 1900 and 2099 in digits: 24121990, 24.12.90, 1990-12-24. */
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

/** The text without these words (of 3 characters or more), digits and spaces; undefined if it contains none of the words. */
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
