import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/platform/process/root.ts';

const folder = path.join(projectRoot, 'src/server/db/migrations');
const none = '00000000-0000-0000-0000-000000000000';

type Snapshot = { id: string; prevIds: string[] };

test('each step of the database knows the steps before it, and one is the last', () => {
  const snapshots = fs
    .readdirSync(folder)
    .map((name) => path.join(folder, name, 'snapshot.json'))
    .filter((file) => fs.existsSync(file))
    .map((file): Snapshot => JSON.parse(fs.readFileSync(file, 'utf8')));
  expect(snapshots.length).toBeGreaterThan(100);
  const known = new Set([none, ...snapshots.map(({ id }) => id)]);
  expect(snapshots.flatMap(({ prevIds }) => prevIds).filter((id) => !known.has(id))).toEqual([]);
  const followed = new Set(snapshots.flatMap(({ prevIds }) => prevIds));
  expect(snapshots.filter(({ id }) => !followed.has(id))).toHaveLength(1);
});
