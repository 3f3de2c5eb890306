import { expect, test } from 'vitest';
import { isFoundation } from './floors.ts';
import { sources } from './sources.ts';

/** What makes calls stands here itself; what it is asked for is said by the wings. */
const caller = 'src/web/lib/call/';

const foundations = sources.filter(({ file }) => isFoundation(file) && !file.startsWith(caller));

test('what the pages of every wing are built with calls no endpoint', () => {
  for (const folder of ['ui', 'lib']) {
    const parts = foundations.filter(({ file }) => file.startsWith(`src/web/${folder}/`));
    expect(parts.length).toBeGreaterThan(folder === 'ui' ? 60 : 25);
    expect(parts.filter(callsEndpoints).map(({ file }) => file)).toEqual([]);
  }
});

/** Whether a file takes the client, in whole or as the parts that read public data; the failure of a call is no call. */
function callsEndpoints({ imports }: (typeof sources)[number]): boolean {
  return imports.some(({ target, names }) => {
    if (target === `${caller}client.ts` || target === `${caller}readPublic.ts`) return true;
    const isWhole = names.length === 0;
    return target === `${caller}call.ts` && (isWhole || names.some(({ name }) => name === 'api'));
  });
}
