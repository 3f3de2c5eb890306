import { windows1252 } from '../windows1252.ts';

/** The widths of the Helvetica characters 0x20 to 0x7e, in thousandths of the font size. */
const regular = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278,
  278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722,
  667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556,
  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
const bold = [
  278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333,
  333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722,
  667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611,
  611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];
/** For both weights: the characters of German texts beyond ASCII. */
const others: { readonly [sign: string]: number } = {
  ß: 611,
  '\u00a0': 278,
  '–': 556,
  '—': 1000,
  '…': 1000,
  '°': 400,
  '·': 278,
  '•': 350,
  ı: 278,
  ł: 222,
  Ł: 556,
};
const unknownWidth = 556;

/** The width of a text in points. */
export function widthOf(text: string, { size, isBold }: { size: number; isBold: boolean }): number {
  const widths = isBold ? bold : regular;
  const thousandths = [...text.normalize('NFC')].reduce((sum, sign) => {
    const letter = sign.normalize('NFD').codePointAt(0) ?? 0;
    return sum + (others[sign] ?? widths[letter - 0x20] ?? unknownWidth);
  }, 0);
  return (thousandths * size) / 1000;
}

/** Letters and accents beyond Windows-1252 that every Helvetica has, at unused codes. */
const further = ['breve', 'caron', 'dotaccent', 'hungarumlaut', 'ogonek', 'ring', 'dotlessi', 'lslash', 'Lslash'] as const;
const codeOf = (name: (typeof further)[number]) => further.indexOf(name) + 1;
const letters: { readonly [sign: string]: number } = { ı: codeOf('dotlessi'), ł: codeOf('lslash'), Ł: codeOf('Lslash') };

/** Accents drawn as separate characters above or below a letter, by their Unicode combining mark. */
const accents: { readonly [mark: string]: { code: number; isBelow?: boolean } } = {
  '\u0300': { code: 0x60 },
  '\u0301': { code: 0xb4 },
  '\u0302': { code: 0x88 },
  '\u0303': { code: 0x98 },
  '\u0304': { code: 0xaf },
  '\u0306': { code: codeOf('breve') },
  '\u0307': { code: codeOf('dotaccent') },
  '\u0308': { code: 0xa8 },
  '\u030a': { code: codeOf('ring') },
  '\u030b': { code: codeOf('hungarumlaut') },
  '\u030c': { code: codeOf('caron') },
  '\u0326': { code: 0xb8, isBelow: true },
  '\u0327': { code: 0xb8, isBelow: true },
  '\u0328': { code: codeOf('ogonek'), isBelow: true },
};
const accentWidth = 333;
/** How much higher capitals are than lower-case letters, in thousandths of the font size. */
const capitals = 195;

/** The font encoding for the codes that Windows-1252 leaves unused. */
export const differences = `1 ${further.map((name) => `/${name}`).join(' ')}`;

type Accent = { code: number; /** From the first letter, in points. */ right: number; up: number };

/** The character codes of a line, and the accents to draw separately because the fonts lack the combined letter. */
export function codesOf(text: string, font: { size: number; isBold: boolean }): { codes: number[]; accents: Accent[] } {
  const codes: number[] = [];
  const drawn: Accent[] = [];
  let right = 0;
  for (const sign of text.normalize('NFC')) {
    const [code = 0x3f] = windows1252(sign);
    const [letter = '', mark = ''] = sign.normalize('NFD');
    const isKnown = code !== 0x3f || sign === '?';
    codes.push(isKnown ? code : (letters[sign] ?? windows1252(letter)[0] ?? 0x3f));
    const accent = isKnown ? undefined : accents[mark];
    const width = widthOf(sign, font);
    if (accent) {
      const isHigh = !accent.isBelow && letter === letter.toUpperCase();
      const middle = right + (width - (accentWidth * font.size) / 1000) / 2;
      drawn.push({ code: accent.code, right: middle, up: isHigh ? (capitals * font.size) / 1000 : 0 });
    }
    right += width;
  }
  return { codes, accents: drawn };
}
