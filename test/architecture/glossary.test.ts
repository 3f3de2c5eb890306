import { expect, test } from 'vitest';
import { columns, wireNames, wordsOf } from './glossary.ts';
import { isDemo } from './floors.ts';
import { nameOf, sources, visitNodes } from './sources.ts';

/** What is not said, where, and what is said instead. The interface and the tables keep the words of the specification. */
const rules: readonly { words: RegExp; where: RegExp; say: string }[] = [
  { words: /^(askers?|whoever)$/, where: /./, say: 'caller or viewer; anybody who' },
  { words: /^(operationals?)$/, where: /./, say: 'helper list' },
  { words: /^(duty|duties)$/, where: /./, say: 'shift, assignment' },
  { words: /^participations?$/, where: /./, say: 'enrolment' },
  { words: /^outside groups?$/, where: /./, say: 'organisation' },
  { words: /^claim(s|ed|ing)?$/, where: /\/money\//, say: 'charge' },
  { words: /^letters?$/, where: /\/content\/mails|\/enrolments\/emails/, say: 'email' },
];

/** Nouns that only a comment shows: code may sign up, and names of the interface are exempt anyway. */
const nouns: readonly { words: RegExp; where: RegExp; say: string }[] = [
  { words: /\b(sign-?ups?|registrations?)\b/i, where: /\/(courses|events)\//, say: 'enrolment' },
  { words: /\b(sign-?offs?)\b/i, where: /./, say: 'cancellation' },
  { words: /\bclaims?\b/i, where: /\/money\//, say: 'charge' },
  { words: /^Removes\b/, where: /^src\/(server|shared)\//, say: 'Deletes' },
];

const product = sources.filter(({ file }) => !isDemo(file));

test('identifiers speak the words of the glossary', () => {
  const seen = new Set<string>();
  const strays = product.flatMap(({ file, program }) => {
    const names = new Set<string>();
    visitNodes(program, (node) => {
      const name = node.type === 'JSXIdentifier' ? String(node['name']) : nameOf(node);
      if (name !== undefined) names.add(name);
    });
    for (const name of names) seen.add(name);
    return [...names].filter((name) => !isGiven(name)).flatMap((name) => objections(file, wordsOf(name), name));
  });
  expect(seen.size).toBeGreaterThan(10_000);
  expect(strays).toEqual([]);
});

test('comments speak the words of the glossary', () => {
  expect(product.flatMap(({ comments }) => comments).length).toBeGreaterThan(8_000);
  const strays = product.flatMap(({ file, comments }) =>
    comments.flatMap(({ words }) => {
      const plain = withoutCode(words);
      const said = nouns
        .filter(({ words: noun, where }) => where.test(file) && noun.test(plain))
        .map(({ say }) => `${file}: ${words} (${say})`);
      return [...objections(file, plain.toLowerCase().match(/\p{L}+/gu) ?? [], words), ...said];
    }),
  );
  expect(strays).toEqual([]);
});

test('the interface and the tables are seen, since their names are exempt', () => {
  expect(wireNames.size).toBeGreaterThan(2_000);
  expect(columns.size).toBeGreaterThan(700);
  for (const name of ['participationId', 'operationals', 'duties']) expect(wireNames).toContain(name);
});

/** Names of the interface and of the database, in whichever of their two spellings. */
function isGiven(name: string): boolean {
  const spoken = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return [name, spoken].some((one) => wireNames.has(one) || columns.has(one));
}

function objections(file: string, words: readonly string[], shown: string): string[] {
  const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`);
  return rules
    .filter(({ words: banned, where }) => where.test(file) && [...words, ...pairs].some((word) => banned.test(word)))
    .map(({ say }) => `${file}: ${shown} (${say})`);
}

/** Quoted words, addresses and names of code in a comment are not its own. */
function withoutCode(words: string): string {
  return words.replaceAll(/`[^`]*`|"[^"]*"|'[^']*'|\S*[/#_]\S*|\S+\.\w+/g, ' ');
}
