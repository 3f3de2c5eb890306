import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../src/server/platform/process/root.ts';
import { collectionsDocument } from './collections.ts';

test('docs/collections.md lists every collection with the fields and states that it has', async () => {
  await expect(await collectionsDocument()).toMatchFileSnapshot(path.join(projectRoot, 'docs/collections.md'));
});
