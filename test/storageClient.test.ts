import fc from 'fast-check';
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStorage } from '../src/web/lib/storage/storage.ts';
import { StorageError } from '../src/web/lib/storage/storageError.ts';
import type { Snapshot } from '../src/web/lib/storage/uploadTask.ts';
import { issueToken } from '../src/server/accounts/sessions/tokens.ts';
import { paper } from './stage/files.ts';
import { startStorage, type StorageServer } from './storage.ts';
import { lineBreaks, says, testWorld, type Between } from './storageClient.ts';

/** The storage client with the real server, and injected network faults. */
let server: StorageServer;
let token: string;
beforeAll(async () => {
  server = await startStorage();
  token = await server.token('admin');
});
afterAll(() => server.close());

const bucket = 'club-files';
const fileOf = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'application/pdf' });
const md5Of = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64');

function open(between?: Between, getToken: () => string | undefined | Promise<string> = () => token) {
  const world = testWorld(server.port, getToken, between);
  return { world, storage: openStorage(world, { bucket }) };
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'none',
    (error: unknown) => (error instanceof StorageError ? error.code : String(error)),
  );
}

test('a small file goes up at once, a larger one in chunks from 256 KB that double', async () => {
  const { storage, world } = open();
  const small = paper(256 * 1024, 3);
  const stored = await storage.upload('RWA/members/1/klein.pdf', fileOf(small), { customMetadata: { a: 'b' } }).done;
  expect(stored).toMatchObject({ size: small.length, md5Hash: md5Of(small), customMetadata: { a: 'b' }, contentType: 'application/pdf' });
  expect(world.sent).toHaveLength(1);
  world.sent.length = 0;
  const large = paper(3 * 1024 * 1024, 4);
  const progress: number[] = [];
  const task = storage.upload('RWA/members/1/gross.pdf', fileOf(large));
  task.on('state_changed', ({ bytesTransferred }) => progress.push(bytesTransferred));
  expect((await task.done).md5Hash).toBe(md5Of(large));
  expect(world.sent.map(({ command, bytes }) => [command, bytes / 1024])).toEqual([
    ['start', 0],
    ['upload', 256],
    ['upload', 512],
    ['upload', 1024],
    ['upload, finalize', 1280],
  ]);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(task.snapshot).toMatchObject({ state: 'success', bytesTransferred: large.length });
});

test('metadata, list, download address, bytes and deletion', async () => {
  const { storage } = open();
  const path = `users/${await server.userId('admin')}/notiz.txt`;
  await storage.uploadText(path, 'R3LDvMOfZQ==', 'base64').done;
  expect(await (await storage.getFile(path)).text()).toBe('Grüße');
  expect((await storage.updateMetadata(path, { customMetadata: { von: 'mir' } })).metageneration).toBe('2');
  expect((await storage.list(`users/${await server.userId('admin')}`)).files).toEqual([path]);
  // Personal files have no public download URL.
  expect(await codeOf(storage.getDownloadUrl(path))).toBe('no-download-url');
  await storage.delete(path);
  expect(await codeOf(storage.getMetadata(path))).toBe('object-not-found');
  const shown = 'RWA/public/news/9/heft.pdf';
  await storage.upload(shown, new Blob([new Uint8Array(paper(2000))])).done;
  const url = await storage.getDownloadUrl(shown);
  expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(2000);
  expect(storage.pathOfUrl(url)).toBe(shown);
  expect(await codeOf(storage.getDownloadUrl('RWA/members/1/klein.pdf'))).toBe('no-download-url');
});

test('a lost line, a busy server and a lost last answer cost a question each, and the file is whole', async () => {
  const bytes = paper(2 * 1024 * 1024, 5);
  const faults: { [at: number]: Between } = {
    2: lineBreaks,
    // The chunk arrives, its response does not.
    5: async (request, pass) => {
      await pass(request);
      return lineBreaks();
    },
    8: async () => says(503),
  };
  let isLastLost = false;
  const { storage, world } = open((request, pass, at) => {
    if (!isLastLost && request.headers['X-Goog-Upload-Command']?.includes('finalize')) {
      isLastLost = true;
      return pass(request).then(lineBreaks);
    }
    return (faults[at] ?? ((one, through) => through(one)))(request, pass, at);
  });
  const stored = await storage.upload('RWA/members/1/faults.pdf', fileOf(bytes)).done;
  expect(stored.md5Hash).toBe(md5Of(bytes));
  expect(world.sent.filter(({ command }) => command === 'query').length).toBeGreaterThanOrEqual(4);
  const [row] = await server.sql<{ count: string }>("select count(*) from audit where content like '%faults.pdf'");
  expect(row?.count).toBe('1');
});

test('bytes that changed on the way are refused at the end, and the file that was there before stays whole', async () => {
  const path = 'RWA/members/1/verdreht.pdf';
  for (const sizeBytes of [200 * 1024, 900 * 1024]) {
    const old = paper(sizeBytes, 6);
    await open().storage.upload(path, fileOf(old)).done;
    const { storage } = open(async (request, pass) => {
      if (!(request.body instanceof Blob)) return pass(request);
      const bytes = Buffer.from(await request.body.arrayBuffer());
      bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1;
      return pass({ ...request, body: new Blob([bytes]) });
    });
    const failed = storage.upload(path, fileOf(paper(sizeBytes, 7)));
    expect(await codeOf(failed.done)).toBe('invalid-checksum');
    expect(failed.snapshot.error?.reason).toBe('checksum');
    expect(Buffer.from(await (await open().storage.getFile(path)).arrayBuffer()).equals(old)).toBe(true);
  }
});

test('who waits for the next try sees it, and who gave up hears what the server said last', async () => {
  const full = open((request, pass) =>
    request.headers['X-Goog-Upload-Command'] === 'upload'
      ? Promise.resolve(says(507, {}, '{"error":{"code":507,"message":"full","reason":"disk-full"}}'))
      : pass(request),
  );
  const task = full.storage.upload('RWA/members/1/voll.pdf', fileOf(paper(900 * 1024)));
  const waits = new Set<string>();
  task.subscribe(({ state, isWaiting }) => waits.add(`${state} ${isWaiting}`));
  expect(await codeOf(task.done)).toBe('retry-limit-exceeded');
  expect(task.snapshot.error).toMatchObject({ status: 507, reason: 'disk-full' });
  expect([...waits]).toEqual(['running false', 'running true', 'error false']);
});

test('whatever happens on the line, the bytes that are stored are those that were sent', async () => {
  const bytes = paper(900 * 1024, 9);
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('pass', 'pass', 'break', 'swallow', '503', '429', 'repeat'), { maxLength: 14 }),
      async (plan) => {
        const { storage } = open(async (request, pass, at) => {
          const step = plan[at];
          if (step === 'break') return lineBreaks();
          if (step === 'swallow') return pass(request).then(lineBreaks);
          if (step === '503' || step === '429') return says(Number(step));
          if (step === 'repeat') await pass(request);
          return pass(request);
        });
        const stored = await storage.upload(`RWA/members/1/zufall-${run++}.pdf`, fileOf(bytes)).done;
        expect(stored.md5Hash).toBe(md5Of(bytes));
      },
    ),
    { numRuns: 12, seed: 20_261_121 },
  );
});

test('pause, resume and discard at any moment end in a whole file or in none', async () => {
  const bytes = paper(1500 * 1024, 11);
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('none', 'none', 'pause', 'resume', 'cancel', 'discard'), { maxLength: 12 }), async (plan) => {
      const path = `RWA/members/2/pause-${run++}.pdf`;
      const { storage } = open((request, pass, at) => {
        const step = plan[at];
        if (step === 'pause') task.pause();
        if (step === 'resume') task.resume();
        if (step === 'cancel') task.cancel();
        if (step === 'discard') task.discard();
        return request.signal.aborted ? lineBreaks() : pass(request);
      });
      const task = storage.upload(path, fileOf(bytes));
      const states: Snapshot['state'][] = [];
      // A paused upload is resumed, so that each run terminates.
      task.subscribe(({ state }) => {
        states.push(state);
        if (state === 'paused') {
          expect(task.cancel()).toBe(false);
          setImmediate(() => task.resume());
        }
      });
      const code = await codeOf(task.done);
      expect(['none', 'canceled']).toContain(code);
      const { storage: other } = open();
      if (code === 'none') expect((await other.getMetadata(path)).md5Hash).toBe(md5Of(bytes));
      else expect(task.snapshot.state).toBe('canceled');
      expect(task.pause() || task.resume() || task.cancel() || task.discard()).toBe(false);
    }),
    { numRuns: 12, seed: 20_261_121 },
  );
});

test('pauses grow from 1 s to 64 s, begin anew after a success, and end after 2 and 10 minutes', async () => {
  const down = open(lineBreaks);
  expect(await codeOf(down.storage.getMetadata('RWA/members/1/klein.pdf'))).toBe('retry-limit-exceeded');
  expect(down.world.waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 57_000]);
  const upload = open(lineBreaks);
  expect(await codeOf(upload.storage.upload('RWA/members/1/x.pdf', fileOf(paper(300 * 1024))).done)).toBe('retry-limit-exceeded');
  expect(Math.max(...upload.world.waits)).toBe(64_000);
  expect(upload.world.waits.reduce((sum, ms) => sum + ms, 0)).toBe(600_000);
  const patient = open((request, pass, at) => (at === 0 || at === 2 || at === 5 ? Promise.resolve(says(500)) : pass(request)));
  await patient.storage.upload('RWA/members/1/x.pdf', fileOf(paper(900 * 1024))).done;
  expect(patient.world.waits.every((ms) => ms === 1000)).toBe(true);
  patient.storage.setRetryLimits({ operationRetryMs: 0, uploadRetryMs: 0 });
  expect(() => patient.storage.setRetryLimits({ operationRetryMs: -1 })).toThrow('invalid-argument');
});

test('a token that ended in the middle is renewed once and asked for at each try; a second refusal holds', async () => {
  const subject = { userId: await server.userId('admin'), sessionId: randomUUID() };
  const forged = (await issueToken(subject, 'another secret, long enough for the signature')).token;
  let given = 0;
  const once = open(undefined, () => (given++ === 1 ? forged : token));
  await once.storage.upload('RWA/members/1/token.pdf', fileOf(paper(900 * 1024))).done;
  expect(once.world.tokensDropped).toBe(1);
  const never = open(undefined, () => forged);
  expect(await codeOf(never.storage.upload('RWA/members/1/token.pdf', fileOf(paper(900 * 1024))).done)).toBe('unauthenticated');
  expect(never.world.sent).toHaveLength(2);
});

test('an upload that the server has forgotten begins once more, and only once', async () => {
  const bytes = paper(900 * 1024, 13);
  let isForgotten = false;
  const { storage, world } = open(async (request, pass) => {
    if (!isForgotten && request.headers['X-Goog-Upload-Offset'] === String(256 * 1024)) {
      isForgotten = true;
      await server.sql('delete from upload_session');
    }
    return pass(request);
  });
  expect((await storage.upload('RWA/members/1/vergessen.pdf', fileOf(bytes)).done).md5Hash).toBe(md5Of(bytes));
  expect(world.sent.filter(({ command }) => command === 'start')).toHaveLength(2);
  const never = open((request, pass) =>
    request.headers['X-Goog-Upload-Offset'] === undefined ? pass(request) : Promise.resolve(says(404)),
  );
  expect(await codeOf(never.storage.upload('RWA/members/1/vergessen.pdf', fileOf(bytes)).done)).toBe('unknown');
});

test('every other failure has its own code', async () => {
  const { storage } = open();
  expect(
    await codeOf(
      openStorage(
        testWorld(server.port, () => token),
        { bucket: 'other-bucket' },
      ).getMetadata('a/b'),
    ),
  ).toBe('bucket-not-found');
  expect(() => storage.upload('/', fileOf(paper(10)))).toThrow('invalid-root-operation');
  expect(() => storage.uploadText('a/b', '%', 'base64')).toThrow('invalid-format');
  await expect(storage.list('a', { maxResults: 0 })).rejects.toThrow('invalid-argument');
  const task = storage.upload('RWA/members/1/klein.pdf', fileOf(paper(10)));
  expect(() => task.on('progress', () => undefined)).toThrow('invalid-event-name');
  expect(() => task.on('state_changed')).toThrow('invalid-argument-count');
  await task.done;
  const wrong = open(async (request, pass) => {
    const answer = await pass(request);
    return answer.text.includes('md5Hash')
      ? { ...answer, text: answer.text.replace(/"md5Hash":"[^"]*"/, '"md5Hash":"AAAAAAAAAAAAAAAAAAAAAA=="') }
      : answer;
  });
  expect(await codeOf(wrong.storage.upload('RWA/members/1/md5.pdf', fileOf(paper(500 * 1024))).done)).toBe('invalid-checksum');
  const odd = open(async (request, pass) =>
    request.headers['X-Goog-Upload-Command'] === 'query'
      ? says(200, { 'x-goog-upload-status': 'active', 'x-goog-upload-size-received': '99999999' })
      : request.headers['X-Goog-Upload-Command'] === 'start'
        ? pass(request)
        : lineBreaks(),
  );
  expect(await codeOf(odd.storage.upload('RWA/members/1/odd.pdf', fileOf(paper(500 * 1024))).done)).toBe('server-file-wrong-size');
  const gone = fileOf(paper(500 * 1024));
  Object.defineProperty(gone, 'slice', {
    value: () => {
      throw new Error('gone');
    },
  });
  expect(await codeOf(storage.upload('RWA/members/1/gone.pdf', gone).done)).toBe('cannot-slice-blob');
  const silly = open(async () => says(200, {}, '[]'));
  expect(await codeOf(silly.storage.getMetadata('a/b'))).toBe('unknown');
  const full = open(async () => says(402));
  expect(await codeOf(full.storage.upload('a/b', fileOf(paper(10))).done)).toBe('quota-exceeded');
  storage.close();
  expect(await codeOf(storage.getMetadata('a/b'))).toBe('app-deleted');
});
