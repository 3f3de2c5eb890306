import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { ProofKind } from '#shared/people/trainers/trainerProofs.ts';
import { clearance, trainerProof } from '#server/people/trainers/table.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';

/** A proof: `since` and `left` are days from today; without `left` it does not expire. */
type Shown = { kind: ProofKind; name?: string; issuedBy?: string; since: number; left?: number; isReported?: boolean };
/** The proofs of a trainer; `certificate` is the age in days of the certificate of good conduct. */
type Shows = { proofs: readonly Shown[]; certificate?: number };

const code: Shown = { kind: 'codeOfConduct', since: 420 };
const licence = (name: string, left: number): Shown => ({ kind: 'licence', name, issuedBy: 'Landessportbund', since: 1461 - left, left });
const firstAid = (left: number): Shown => ({ kind: 'firstAid', issuedBy: 'Deutsches Rotes Kreuz', since: 731 - left, left });

/** In order: complete, expiring soon, expired, not yet seen by the board; all others have no proofs. */
const cases: readonly Shows[] = [
  { proofs: [licence('Trainer C Breitensport', 800), firstAid(400), code], certificate: 300 },
  { proofs: [licence('Trainer C Breitensport: Kinder und Jugendliche', 55), firstAid(120), code], certificate: 1780 },
  { proofs: [firstAid(-40), { ...licence('Jugendleiter-Card (Juleica)', 600), isReported: true }] },
  { proofs: [licence('Trainer B Breitensport', 250), code], certificate: 1850 },
];
/** The proofs of trainer accounts; without a certificate. */
const ofAccount: Shows = { proofs: [licence('Trainer C Breitensport', 70), { ...firstAid(500), isReported: true }, code] };

/** Licences, first aid, codes of conduct and certificates of good conduct of a club's trainers. */
export async function fillTrainers({ tx }: Write, club: ClubName): Promise<void> {
  const leaders = await leadersOf(tx, club);
  const waiting = [...cases];
  for (const { personId, role } of leaders) {
    const shows = role === 'trainer' ? ofAccount : role === '' ? waiting.shift() : undefined;
    if (shows) await show(tx, club, personId, shows);
  }
}

async function show(tx: Transaction, club: ClubName, personId: string, { proofs, certificate }: Shows): Promise<void> {
  const of = { personId, club, createdAt: now() };
  await tx.insert(trainerProof).values(
    proofs.map(({ since, left, ...shown }) => ({
      ...of,
      ...shown,
      id: randomUUID(),
      validFrom: addDays(today(), -since),
      validTo: left === undefined ? null : addDays(today(), left),
    })),
  );
  if (certificate === undefined) return;
  const certificateOn = addDays(today(), -certificate);
  await tx.insert(clearance).values({ ...of, certificateOn, seenOn: addDays(certificateOn, 9), result: 'noEntry' });
}

/** The trainers of a club by name, with the role of their own account or an empty string. */
async function leadersOf(tx: Transaction, club: ClubName) {
  const { rows } = await tx.execute<{ personId: string; role: string }>(sql`
    select p.id as "personId", coalesce(
      (select u.role from person_access a join app_user u on u.id = a.user_id where a.person_id = p.id and a.relation = 'self'), '') as role
    from person p
    where exists (select 1 from course_trainer t join course c on c.id = t.course_id where t.person_id = p.id and c.club = ${club})
    order by p.lastname, p.firstname, p.id`);
  return rows;
}
