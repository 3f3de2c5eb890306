import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '#test/processes.ts';
import { dropStaleCopy, keepCopy, recoverCopy } from './databaseCopy.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  write('old');
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const write = (rows: string) => {
  fs.mkdirSync(path.join(folder, 'postgres'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'postgres/rows'), rows);
};
const rows = () => fs.readFileSync(path.join(folder, 'postgres/rows'), 'utf8');
const all = () => [fs.readdirSync(folder).toSorted(), fs.readdirSync(path.join(folder, 'postgres'))];

test('the data of a killed update are restored when the old version starts, and only then', () => {
  keepCopy(folder, '2.4.1');
  write('changed by 2.4.2');
  recoverCopy(folder, '2.4.2');
  expect(rows()).toBe('changed by 2.4.2');
  recoverCopy(folder, '2.4.1');
  expect(rows()).toBe('old');
  expect(all()).toEqual([['postgres'], ['rows']]);
  recoverCopy(folder, '2.4.1');
  expect(rows()).toBe('old');
});

test('a partial copy is never used, and an interrupted restore is completed', () => {
  keepCopy(folder, '2.4.1');
  fs.rmSync(path.join(folder, 'postgres.before/kept-by'));
  write('going on');
  recoverCopy(folder, '2.4.1');
  expect(rows()).toBe('going on');
  keepCopy(folder, '2.4.1');
  fs.rmSync(path.join(folder, 'postgres'), { recursive: true });
  recoverCopy(folder, '2.4.1');
  expect(rows()).toBe('going on');
});

test('an update that ran its own trial restores or deletes the copy', () => {
  const copy = keepCopy(folder, '2.4.1');
  write('changed');
  copy?.restore();
  expect([rows(), all()]).toEqual(['old', [['postgres'], ['rows']]]);
  keepCopy(folder, '2.4.1')?.remove();
  expect(all()).toEqual([['postgres'], ['rows']]);
});

test('data written after a version took over are never replaced by the copy of a killed update', () => {
  keepCopy(folder, '2.4.1');
  write('a week of 2.4.2');
  dropStaleCopy(folder, '2.4.2');
  recoverCopy(folder, '2.4.1');
  expect([rows(), all()]).toEqual(['a week of 2.4.2', [['postgres'], ['rows']]]);
  // Data of another PostgreSQL version stay, under a name that distinguishes them from the current data.
  write('old');
  const major = (one: string, number: number) => fs.writeFileSync(path.join(folder, one, 'PG_VERSION'), String(number));
  major('postgres', 18);
  keepCopy(folder, '2.4.2');
  major('postgres', 19);
  dropStaleCopy(folder, '2.4.3');
  expect(fs.readdirSync(folder).toSorted()).toEqual(['postgres', 'postgres.18']);
});

test('data that a version wrote in service are kept beside the restored data', () => {
  const copy = keepCopy(folder, '2.4.1');
  write('written by 2.4.2');
  copy?.restore('2.4.2');
  expect(rows()).toBe('old');
  expect(fs.readFileSync(path.join(folder, 'postgres.2.4.2/rows'), 'utf8')).toBe('written by 2.4.2');
});
