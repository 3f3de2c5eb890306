import { and, between, eq, isNull, not, sql, type SQL } from 'drizzle-orm';
import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { proofKindNames, proofSoonDays } from '#shared/people/trainers/trainerProofs.ts';
import { readParameter } from '#server/club/config/service.ts';
import { everyClub, type Transaction } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/http/context.ts';
import { postMails } from '#server/platform/mail/outbox.ts';
import { today } from '#server/platform/process/clock.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { mailAddresses } from '../persons/service.ts';
import { person } from '../persons/table.ts';
import { clearance, isRenewedProof, trainerProof } from './table.ts';

/** The numbers of days before the expiry of a proof at which its trainer is reminded. */
const remindedBefore = [proofSoonDays, 30];
/** The number of days within which a missed run is caught up. */
const madeUpDays = 6;

type Ending = { key: string; personId: string; club: ClubName; firstname: string; what: string; endsOn: string; told: string };

/** Reminds trainers to renew their proofs, twice for each. Called by a daily job; the key of a mail prevents duplicates. */
export async function remindOfProofs({ database, settings }: Pick<Services, 'database' | 'settings'>): Promise<void> {
  await database.write(everyClub, async ({ tx }) => {
    for (const days of remindedBefore) {
      const ending = await endingIn(tx, days);
      const addresses = await mailAddresses(
        tx,
        ending.map(({ personId }) => personId),
      );
      await postMails(
        tx,
        ending.flatMap(({ key, personId, club, firstname, what, endsOn, told }) =>
          (addresses.get(personId) ?? []).map((recipient) => ({
            kind: 'notice' as const,
            club,
            recipient,
            onceKey: `proof-ends:${key}:${endsOn}:${days}:${recipient}`,
            subject: `Bitte erneuern: ${what} bis ${germanDate(endsOn)}`,
            body: `Guten Tag ${firstname},\n\n${what}: ${told}\n\nBitte zeigen Sie Ihrem Verein rechtzeitig den neuen Nachweis. Was er von Ihnen schon hat, lesen Sie hier:\n${siteOf(settings, club)}/profile/data\n`,
          })),
        ),
      );
    }
  });
}

/** The proofs that expire in that many days, or up to `madeUpDays` fewer; without renewed ones. */
async function endingIn(tx: Transaction, days: number): Promise<Ending[]> {
  const [from, until] = [addDays(today(), days - madeUpDays), addDays(today(), days)];
  const years = await readParameter(tx, 'people.clearanceYears');
  const dueOn: SQL<string> = sql`(${clearance.certificateOn} + make_interval(years => ${years}))::date`;
  const who = { personId: person.id, club: person.club, firstname: person.firstname };
  const isHere = and(isNull(person.anonymisedAt), isNull(person.mergedInto));
  const proofs = await tx
    .select({
      ...who,
      id: trainerProof.id,
      kind: trainerProof.kind,
      name: trainerProof.name,
      endsOn: sql<string>`${trainerProof.validTo}::text`,
    })
    .from(trainerProof)
    .innerJoin(person, eq(person.id, trainerProof.personId))
    .where(and(isHere, between(trainerProof.validTo, from, until), not(isRenewedProof)));
  const certificates = await tx
    .select({ ...who, endsOn: sql<string>`${dueOn}::text` })
    .from(clearance)
    .innerJoin(person, eq(person.id, clearance.personId))
    .where(and(isHere, isNull(clearance.dutyEndedOn), eq(clearance.result, 'noEntry'), between(dueOn, from, until)));
  return [
    ...proofs.map(({ id, kind, name, ...one }) => ({
      ...one,
      key: id,
      what: [proofKindNames[kind], name].filter(Boolean).join(' '),
      told: `Das gilt noch bis zum ${germanDate(one.endsOn)}.`,
    })),
    // The first day on which the certificate is no longer valid, as in the list.
    ...certificates.map((one) => ({
      ...one,
      key: one.personId,
      what: 'Erweitertes Führungszeugnis',
      told: `Ein neues ist am ${germanDate(one.endsOn)} fällig.`,
    })),
  ];
}
