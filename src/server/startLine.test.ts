import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/database.ts';
import { startServer, type TestServer } from '#test/harness.ts';
import { logStart } from './startLine.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const about = { build: 'b1', isEmbedded: false, address: 'http://127.0.0.1:3000' };

test('the log names version and components; losing the database in that moment does not end the start', async () => {
  await logStart(server, about);
  expect(server.logged()).toMatch(/"build":"b1",.*"database":"PostgreSQL \d+\.\d+.*, own","migrations":\d+,.*"msg":"started"/);
  const gone = openDatabase('postgres://app@127.0.0.1:9/portal', { connections: 1 });
  await logStart({ ...server, database: gone }, { ...about, build: 'b2' });
  await gone.close();
  expect(server.logged()).toMatch(/"build":"b2",.*"database":"PostgreSQL that does not answer, own",.*"msg":"started"/);
});
