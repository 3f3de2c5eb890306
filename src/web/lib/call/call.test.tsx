import { expect, test, vi } from 'vitest';
import { api } from './call.ts';
import { readPublic } from './readPublic.ts';

test('the page of a proxy in front of a stopped server is not reported as a lost line, when reading nor when writing', async () => {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) =>
    String(input instanceof Request ? input.url : input).includes('/api/')
      ? new Response('<html>502 Bad Gateway</html>', { status: 502, headers: { 'content-type': 'text/html' } })
      : Response.json({ build: 'test' }),
  );
  const isNotReached = { code: 'unavailable', status: 502, message: expect.stringMatching(/^Der Dienst ist gerade nicht erreichbar/) };
  await expect(api.people.mine()).rejects.toMatchObject(isNotReached);
  await expect(api.moves.undo({ token: 'a'.repeat(43) })).rejects.toMatchObject(isNotReached);
  await expect(readPublic<typeof api.courses.list>('/courses')).rejects.toMatchObject(isNotReached);
  vi.unstubAllGlobals();
});
