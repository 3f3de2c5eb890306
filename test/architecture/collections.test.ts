import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../src/server/platform/process/root.ts';
import { collectionsDocument } from './collections.ts';

/** The lines of the document: headings, states, and for each table its fields. */
function linesOf(text: string): { start: string; words: string[] }[] {
  return text
    .split('\n')
    .filter((line) => /^(## |States |- )/.test(line))
    .map((line) => {
      const [start = '', list = ''] = line.split(/: (.*)/s);
      return { start, words: list.split(/, | · /).map((word) => word.replace(/\?$/, '')) };
    });
}

test('docs/collections.md lists every collection with its tables and states, and no field that is not there', async () => {
  const written = linesOf(fs.readFileSync(path.join(projectRoot, 'docs/collections.md'), 'utf8'));
  const drawn = linesOf(await collectionsDocument());
  expect(written.map(({ start }) => start)).toEqual(drawn.map(({ start }) => start));
  const unknown = written.flatMap(({ start, words }, at) =>
    words.filter((word) => !drawn[at]?.words.includes(word)).map((word) => `${start}: ${word}`),
  );
  expect(unknown).toEqual([]);
});
