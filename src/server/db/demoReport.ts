import { randomUUID } from 'node:crypto';
import { defaultClubs } from '#shared/kernel/clubs.ts';
import { instantOf } from '#shared/kernel/calendar.ts';
import type { Write } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { countingOf } from '../people/report/cockpit.ts';
import { membersOn } from '../people/report/members.ts';
import { hashOf, reportedOf, totalsOf, unreportable } from '../people/report/reported.ts';
import { reportProfile, reportSnapshot } from '../people/report/table.ts';

const profiles = {
  RWA: { clubNumber: '0471100815', contactPerson: 'Geschäftsstelle Rot-Weiß' },
  SCB: { clubNumber: '0471100816', contactPerson: 'Geschäftsstelle Blautal' },
};

/** What two clubs say about themselves in their report, and the one of this year: handed in, and given free to the association. */
export async function fillReports({ tx }: Write): Promise<void> {
  const keyDate = `${today().slice(0, 4)}-01-01`;
  for (const club of ['RWA', 'SCB'] as const) {
    const { clubNumber, contactPerson } = profiles[club];
    await tx.insert(reportProfile).values({ club, adapter: 'nrw', clubNumber, contactPerson, softwareKey: '', isMemberOf: [] });
    const members = await membersOn(tx, club, keyDate);
    if (members.length === 0) continue;
    const head = { clubName: defaultClubs[club].displayName, clubNumber, softwareKey: '', contactPerson };
    const rows = reportedOf(members, keyDate);
    await tx.insert(reportSnapshot).values({
      id: randomUUID(),
      club,
      keyDate,
      number: 1,
      adapter: 'nrw',
      head,
      totals: totalsOf(members, keyDate, await countingOf(tx, club)),
      rows,
      leftOut: members.flatMap((one) => {
        const cause = unreportable(one, keyDate);
        return cause ? [{ memberId: one.memberId, cause }] : [];
      }),
      hash: hashOf(keyDate, head, rows),
      madeBy: contactPerson,
      madeAt: instantOf(keyDate, '12:00'),
      state: 'handedIn',
      handedInOn: keyDate,
      handedInBy: contactPerson,
      portalReference: `LSB-${keyDate.slice(0, 4)}-${club}`,
      releasedAt: instantOf(keyDate, '12:00'),
    });
  }
}
