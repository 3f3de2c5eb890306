import { expect, test } from 'vitest';
import { changeRequestsContract } from '#shared/people/changeRequests.ts';
import { personAccessContract } from '#shared/people/access.ts';
import { membershipApplicationsContract } from '#shared/people/membershipApplications.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { InboxPart } from './InboxPart.tsx';

const nothing = 'Gerade wartet nichts auf eine Entscheidung.';
const inbox = <InboxPart club="RWA" isOpen onOpen={() => undefined} onClose={() => undefined} />;

test('that nothing waits is said once everything was read; a list that failed is named and asked for again', async () => {
  const server = signIn(userOf('admin'))
    .on(membershipApplicationsContract.list, () => refuse('unavailable'))
    .on(changeRequestsContract.list, [])
    .on(personAccessContract.list, []);
  const hand = show(inbox);
  await hand.reads('Nicht geladen: Mitgliedsanträge.');
  expect(document.body.textContent).not.toContain(nothing);
  server.on(membershipApplicationsContract.list, []);
  await hand.press('Noch einmal versuchen');
  await hand.reads(nothing);
});
