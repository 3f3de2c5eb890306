import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../src/server/platform/process/root.ts';
import { filesBelow, isTest, nameOf, sources, visitNodes, type SyntaxNode } from './sources.ts';

/** Which words stand in these files, with the first place of each. */
function written(files: readonly string[], words: RegExp): string[] {
  return files.flatMap((file) => {
    const found = words.exec(fs.readFileSync(path.join(projectRoot, file), 'utf8'));
    return found ? [`${file}: ${found[0]}`] : [];
  });
}

/** Which words the product says in these places, its tests apart. */
function said(places: readonly string[], words: RegExp): string[] {
  const files = places.flatMap((place) => (/\.tsx?$/.test(place) ? [place] : filesBelow(place))).filter((file) => !isTest(file));
  expect(files.length).toBeGreaterThan(places.length);
  return written(files, words);
}

test('into an account one logs in and out of it again; "Anmelden" belongs to offers', () => {
  expect(
    said(
      ['src/web/accounts', 'src/shared/accounts'],
      /\b(Anmelden|Abmelden|Registrieren|[Mm]elden Sie sich|Letzte Anmeldung|Zur Anmeldung|Ihre Anmeldung)\b/,
    ),
  ).toEqual([]);
  // The page to which a provider sends people back.
  expect(written(['public/signed-in.html', 'public/signed-in.js'], /Anmeld|angemeldet|abgemeldet/)).toEqual([]);
});

test('a family leaves a seat by "Platz absagen" and a group by "Kündigen", and signs off from neither', () => {
  const family = ['src/web/courses/enrolments', 'src/web/courses/offers', 'src/web/events', 'src/server/courses/enrolments/emails.ts'];
  expect(said([...family, 'src/shared/courses/cancellation.ts'], /[Aa]bmeld|Stornier/)).toEqual([]);
});

test('staff call a seat off in the words of the families, and their devices log out', () => {
  expect(said(['src/web', 'src/shared', 'src/server'], /Abmelde(?!link)|Abgemeldet|'Abmelden'|'Zustand'/)).toEqual([]);
});

test('nobody is asked for a day in the form of a machine', () => {
  expect(said(['src/web', 'src/shared'], /JJJJ-MM-TT/)).toEqual([]);
});

/** Words of the machine room, as whole words; a name like "IBAN-ID" or "Eintragen" is none of them. */
const machineWords =
  /(?<![\p{L}-])(Zust[aä]nd(e|en|s)?|Eintrag(s|es)?|Einträgen?|Datens[aä]tz(e|en|es)?|Collections?|Parametern?|IDs?|JSON|CENT|null)(?![\p{L}-])/u;

/** What the certificate of good conduct itself says, and a number in words. */
const saidElsewhere = new Set(['Kein Eintrag', 'null']);

/** The texts of a tree, without what only the document of the interface shows. */
function textsOf(value: unknown): string[] {
  const texts: string[] = [];
  const documented = new Set<SyntaxNode>();
  visitNodes(value, (node) => {
    const callee = node['callee'] as SyntaxNode | undefined;
    const isDescribed = node.type === 'CallExpression' && nameOf(callee?.['property']) === 'describe';
    if (isDescribed) visitNodes(node['arguments'], (one) => documented.add(one));
    if (node.type === 'Property' && nameOf(node['key']) === 'description') visitNodes(node['value'], (one) => documented.add(one));
    if (documented.has(node)) return;
    if (node.type === 'Literal' || node.type === 'JSXText') texts.push(String(node['value']));
    if (node.type === 'TemplateElement') texts.push((node['value'] as { raw: string }).raw);
  });
  return texts;
}

test('no word of the machine room stands on a screen: neither "Zustand" nor "Eintrag", "Datensatz", "Collection", "Parameter", "ID", "JSON" or "null"', () => {
  const shown = sources.filter(({ file }) => /^src\/(web|shared)\//.test(file));
  expect(shown.length).toBeGreaterThan(1500);
  const found = shown.flatMap(({ file, program }) =>
    textsOf(program).flatMap((text) => (machineWords.test(text) && !saidElsewhere.has(text) ? [`${file}: ${text.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

test('code and documents speak of anybody as "they", and of a write as a write', () => {
  const files = ['src', 'test', 'docs']
    .flatMap(filesBelow)
    .filter((file) => /\.(tsx?|css|md)$/.test(file) && !file.includes('/migrations/'));
  expect(files.length).toBeGreaterThan(2550);
  // The sentence of this test names what it forbids.
  const others = files.filter((file) => file !== 'test/architecture/words.test.ts');
  expect(written([...others, 'README.md', 'SECURITY.md'], /(?<!\p{L})(he|his|him|himself|deeds?)(?!\p{L})/iu)).toEqual([]);
});
