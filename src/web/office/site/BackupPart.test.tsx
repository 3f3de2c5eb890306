import { expect, test } from 'vitest';
import { checksContract } from '#shared/office/checks.ts';
import { infoContract } from '#shared/office/info.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { Page } from './VersionPage.tsx';

function open(role: 'admin' | 'editor', backup: { madeOn: string | null; isOverdue: boolean }) {
  const server = signIn(userOf(role)).on(infoContract.version, { version: 'v2.4', tag: 'v2', build: '1', changes: [] });
  server.on(checksContract.backup, backup);
  return show(<Page />);
}

const who = 'Bitte sagen Sie das der Person, die das Portal betreibt.';

test.each([
  ['2026-11-20', false, 'Die letzte Sicherung aller Daten ist vom 20.11.2026.'],
  ['2026-11-20', true, `Die letzte Sicherung aller Daten ist vom 20.11.2026. Die nächste ist überfällig: ${who}`],
  [null, true, `Es gibt noch keine Sicherung der Daten. Die erste ist überfällig: ${who}`],
])(
  'a board member sees the age of the last backup (%s), and whom to notify when the next one is overdue (%s)',
  async (madeOn, isOverdue, words) => {
    await open('admin', { madeOn, isOverdue }).reads(words);
  },
);

test('roles below the board see nothing about backups', async () => {
  const hand = open('editor', { madeOn: '2026-11-20', isOverdue: false });
  await hand.reads('Version v2.4');
  expect(document.body.textContent).not.toContain('Sicherung');
});
