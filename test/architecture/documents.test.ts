import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../src/server/platform/process/root.ts';

const documents = ['docs/architecture.md', 'docs/security.md', 'docs/operations.md', 'docs/scaling.md', 'CONTRIBUTING.md', 'README.md'];

test('every file that the documents name is there', () => {
  const named = documents.flatMap((document) => {
    const text = fs.readFileSync(path.join(projectRoot, document), 'utf8');
    return [...text.matchAll(/`((?:src|test|docs|scripts|deploy)\/[\w./*-]+)`/g)].map(([, file = '']) => ({ document, file }));
  });
  expect(named.length).toBeGreaterThan(30);
  const missing = named.filter(({ file }) => fs.globSync(file, { cwd: projectRoot }).length === 0);
  expect(missing.map(({ document, file }) => `${document}: ${file}`)).toEqual([]);
});
