import { expect, test } from 'vitest';
import { isFoundation } from './floors.ts';
import { sources } from './sources.ts';

/** What makes calls stands here itself; what it is asked for is said by the wings. */
const caller = 'src/web/lib/call/';

const foundations = sources.filter(({ file }) => isFoundation(file) && !file.startsWith(caller));

test('the building blocks of the pages call no endpoint', () => {
  const blocks = foundations.filter(({ file }) => file.startsWith('src/web/ui/'));
  expect(blocks.length).toBeGreaterThan(60);
  expect(blocks.filter(callsEndpoints).map(({ file }) => file)).toEqual([]);
});

/** Whether a file takes the client, in whole or as the parts that read public data; the failure of a call is no call. */
function callsEndpoints({ imports }: (typeof sources)[number]): boolean {
  return imports.some(({ target, names }) => {
    if (target === `${caller}client.ts` || target === `${caller}readPublic.ts`) return true;
    const isWhole = names.length === 0;
    return target === `${caller}call.ts` && (isWhole || names.some(({ name }) => name === 'api'));
  });
}
