import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../src/server/platform/process/root.ts';
import { readSettings, settingsShape } from '../src/server/platform/process/settings.ts';

const example = fs.readFileSync(path.join(projectRoot, '.env.example'), 'utf8');
const named = [...example.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const);

test('.env.example names every setting and nothing else', () => {
  expect(named.map(([name]) => name).toSorted()).toEqual(Object.keys(settingsShape.shape).toSorted());
});

test('the values in .env.example are the defaults', () => {
  expect(readSettings(Object.fromEntries(named))).toEqual(readSettings({}));
});

test('every setting in .env.example stands below a comment', () => {
  const lines = example.split('\n');
  expect(lines.filter((line, at) => /^[A-Z]/.test(line) && !/^[#A-Z]/.test(lines[at - 1] ?? ''))).toEqual([]);
});
