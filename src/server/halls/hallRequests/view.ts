import { inArray } from 'drizzle-orm';
import { matchOf, wantedTimeInWords } from '#shared/halls/hallRequests/hallRequestRules.ts';
import type { HallWant, OpenHallRequest, OwnHallRequest } from '#shared/halls/hallRequests/hallRequests.ts';
import type { Organisation } from '#shared/halls/organisations.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { facility } from '../facilities/table.ts';
import type { HallRequestRow } from './table.ts';

/** Each requested hour in words: "montags 18:00–19:30 Uhr, 11.01.2027 bis 22.03.2027, Stadthalle, 2 Teile" */
export async function wantsInWords(tx: Transaction, wants: readonly HallWant[]): Promise<string[]> {
  const ids = [...new Set(wants.map(({ facilityId }) => facilityId))];
  const halls = await tx.select({ id: facility.id, name: facility.name }).from(facility).where(inArray(facility.id, ids));
  const names = new Map(halls.map(({ id, name }) => [id, name]));
  return wants.map((want) =>
    [wantedTimeInWords(want), names.get(want.facilityId) ?? 'eine Halle, die es nicht mehr gibt', want.parts > 1 && `${want.parts} Teile`]
      .filter(Boolean)
      .join(', '),
  );
}

/** A request as shown to its author. */
export async function toOwn(tx: Transaction, row: HallRequestRow): Promise<OwnHallRequest> {
  const { state, club, organisationName: organisation, purpose, reason } = row;
  return { state, club, organisation, purpose, reason, wants: await wantsInWords(tx, row.wants) };
}

/** A request as shown to those who decide, with the organisation that it probably belongs to. */
export async function toOpen(tx: Transaction, row: HallRequestRow, known: readonly Organisation[]): Promise<OpenHallRequest> {
  const { id, organisationName: organisation, kind, contactName, email, phone, purpose, ageGroup, participants, message } = row;
  const match = matchOf(
    { email, name: organisation },
    known.filter(({ club }) => club === null),
  );
  return {
    id,
    organisation,
    kind,
    contactName,
    email,
    phone,
    purpose,
    ageGroup,
    participants,
    message,
    wants: await wantsInWords(tx, row.wants),
    confirmedAt: (row.confirmedAt ?? row.createdAt).toISOString(),
    match: match ? { id: match.id, name: match.name } : null,
  };
}
