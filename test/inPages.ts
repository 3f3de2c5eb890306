import { expect } from 'vitest';
import type { Client } from './harness.ts';

/** The IDs of a whole list, read in pages of two by its cursors; throws for fewer than three rows, which would not test paging. */
export async function inPages<Row extends { id: string }>(client: Client, path: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { body }: { body: { rows: Row[]; next: string | null } } = await client.get(`${path}?limit=2${query}`);
    expect(body.rows.length).toBeLessThanOrEqual(2);
    ids.push(...body.rows.map(({ id }) => id));
    cursor = body.next;
  } while (cursor !== null);
  expect(ids.length).toBeGreaterThan(2);
  return ids;
}
