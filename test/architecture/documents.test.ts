import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../src/server/platform/process/root.ts';

const documents = fs
  .globSync(['*.md', 'docs/**/*.md'], { cwd: projectRoot })
  // What was done is told with the names of its day.
  .filter((document) => document !== 'CHANGELOG.md');

test('every file that the documents name is there', () => {
  const named = documents.flatMap((document) => {
    const text = fs.readFileSync(path.join(projectRoot, document), 'utf8');
    return [...text.matchAll(/`((?:src|test|docs|scripts|deploy|shared|server|web|platform)\/[\w./*-]+)`/g)].map(([, file = '']) => ({
      document,
      file,
    }));
  });
  expect(named.length).toBeGreaterThan(30);
  // Long ways are shortened by the root they begin with.
  const ways = (file: string) => [file, `src/${file}`, `src/server/${file}`];
  const missing = named.filter(({ file }) => fs.globSync(ways(file), { cwd: projectRoot }).length === 0);
  expect(missing.map(({ document, file }) => `${document}: ${file}`)).toEqual([]);
});

test('every file to which a document links is there', () => {
  const linked = documents.flatMap((document) => {
    const text = fs.readFileSync(path.join(projectRoot, document), 'utf8');
    const targets = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, target = '']) => target);
    return targets.filter((target) => !/^\w+:/.test(target)).map((target) => ({ document, target }));
  });
  expect(linked.length).toBeGreaterThan(15);
  const missing = linked.filter(({ document, target }) => !fs.existsSync(path.join(projectRoot, path.dirname(document), target)));
  expect(missing.map(({ document, target }) => `${document}: ${target}`)).toEqual([]);
});
