import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../src/server/platform/process/root.ts';
import { settingsShape } from '../src/server/platform/process/settings.ts';

const read = (file: string) => fs.readFileSync(path.join(projectRoot, file), 'utf8');
const handbook = read('docs/operations.md');

test('the handbook has a line for every command, and names none that is not there', () => {
  const files = fs.globSync('src/server/commands/*.ts', { cwd: projectRoot }).filter((file) => !file.endsWith('.test.ts'));
  const commands = files.map((file) => path.basename(file, '.ts').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
  const spoken = new Map([...commands, 'start'].map((name) => [name.replace(/^(mail|check)-/, '$1:'), name]));
  const table = handbook.split('\n').filter((line) => line.startsWith('| `./vereinsportal '));
  const named = new Set(
    table.flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/vereinsportal ([a-z][a-z:-]*)/g)].map(([, name = '']) => name)),
  );
  expect([...spoken.keys()].filter((name) => !named.has(name))).toEqual([]);
  const all = [...handbook.matchAll(/(?:\.\/|portal\/)vereinsportal ([a-z][a-z:-]*)/g)].map(([, name = '']) => name);
  expect([...new Set(all)].filter((name) => !spoken.has(name))).toEqual([]);
});

test('the handbook names settings that there are, and files of deploy that there are', () => {
  const named = [...handbook.matchAll(/`?\b([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])(?==|`)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(40);
  const known = Object.keys(settingsShape.shape);
  expect([...new Set(named)].filter((name) => !known.includes(name))).toEqual([]);
  const files = [...handbook.matchAll(/deploy\/([\w.@-]+\w)(?![\w*])/g)].map(([, name = '']) => name);
  expect(files.filter((name) => !fs.existsSync(path.join(projectRoot, 'deploy', name)))).toEqual([]);
});

test('times that the handbook tells are those of the program', () => {
  expect(read('src/server/platform/mail/claim.ts')).toContain('const leaseMs = 60 * 60_000;');
  expect(handbook).toMatch(/with a lease of an\s+hour/);
  expect(read('src/server/platform/mail/sender.ts')).toContain('greetingTimeout: 5 * minuteMs, socketTimeout: 10 * minuteMs');
  expect(handbook).toContain('(5 minutes for the greeting, 10 for each answer after it)');
});
