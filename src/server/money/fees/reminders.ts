import { and, between, eq, gte, isNull, or } from 'drizzle-orm';
import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import { clubNames, type ClubName } from '#shared/kernel/clubs.ts';
import { fullName, spokenName } from '#shared/kernel/fullName.ts';
import { euros } from '#shared/kernel/money.ts';
import { readParameter } from '#server/club/config/service.ts';
import { mailAddresses } from '#server/people/persons/service.ts';
import { member } from '#server/people/members/table.ts';
import { person } from '#server/people/persons/table.ts';
import { everyClub, type Transaction } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/http/context.ts';
import { postMails, type Mail } from '#server/platform/mail/outbox.ts';
import { today } from '#server/platform/process/clock.ts';
import { lineChanges } from './ruleChanges.ts';
import { memberFee } from './table.ts';

/** Payers are notified six weeks before their fee changes. */
const aheadDays = 42;

/** The emails to a member and its payer. */
type News = { key: string; personIds: string[]; subject: string; body: string };

/**
 * Notifies payers of fees that change by age, and asks for new proofs before the old ones expire. A daily job calls it; the key of an email
 * prevents duplicates.
 */
export async function announceFees({ database }: Pick<Services, 'database'>): Promise<void> {
  for (const club of clubNames) {
    // The fees of a year are computed before the write begins.
    const mails = await database.read(everyClub, (tx) => mailsOf(tx, club));
    if (mails.length > 0) await database.write(everyClub, ({ tx }) => postMails(tx, mails));
  }
}

async function mailsOf(tx: Transaction, club: ClubName): Promise<Mail[]> {
  if (!(await readParameter(tx, 'fees.announced'))) return [];
  const news = [...(await ofRules(tx, club)), ...(await ofProofs(tx, club))];
  const addresses = await mailAddresses(
    tx,
    news.flatMap(({ personIds }) => personIds),
  );
  return news.flatMap(({ key, personIds, subject, body }) =>
    [...new Set(personIds.flatMap((id) => addresses.get(id) ?? []))].map((recipient): Mail => ({
      kind: 'notice',
      club,
      recipient,
      subject,
      body,
      onceKey: `${key}:${recipient}`,
    })),
  );
}

async function ofRules(tx: Transaction, club: ClubName): Promise<News[]> {
  const until = addDays(today(), aheadDays);
  const soon = (await lineChanges(tx, club)).filter(({ line }) => line.from <= until);
  return soon.map(({ before, line: { memberId, personId, payerId, name: listed, from, label, fullCents } }) => {
    const name = spokenName(listed);
    return {
      key: `fee-changes:${memberId}:${from}`,
      personIds: [payerId, personId],
      subject: `Beitrag für ${name} ab ${germanDate(from)}`,
      body: `Guten Tag,\n\nab dem ${germanDate(from)} gilt für ${name} ein anderer Beitrag: „${label}“ mit ${euros(fullCents)} statt „${before.label}“ mit ${euros(before.fullCents)}.\n\nSie brauchen nichts zu tun: Mit der nächsten Beitragsmitteilung steht da, was wann fällig ist. Stimmt etwas nicht, antworten Sie bitte Ihrem Verein.\n`,
    };
  });
}

async function ofProofs(tx: Transaction, club: ClubName): Promise<News[]> {
  const rows = await tx
    .select({
      id: memberFee.id,
      proofUntil: memberFee.proofUntil,
      reason: memberFee.reason,
      personId: member.personId,
      payerId: member.payerPersonId,
      firstname: person.firstname,
      lastname: person.lastname,
    })
    .from(memberFee)
    .innerJoin(member, eq(member.id, memberFee.memberId))
    .innerJoin(person, eq(person.id, member.personId))
    .where(
      and(
        eq(memberFee.club, club),
        between(memberFee.proofUntil, today(), addDays(today(), aheadDays)),
        or(isNull(memberFee.to), gte(memberFee.to, today())),
        or(isNull(member.leftOn), gte(member.leftOn, today())),
      ),
    );
  return rows.map(({ id, proofUntil, reason, personId, payerId, ...names }) => {
    const day = germanDate(proofUntil ?? today());
    return {
      key: `fee-proof:${id}:${proofUntil}`,
      personIds: [payerId ?? personId, personId],
      subject: `Bitte bis ${day}: neuer Nachweis für ${fullName(names)}`,
      body: `Guten Tag,\n\nder Beitrag für ${fullName(names)} ist ermäßigt (${reason}). Der Nachweis dafür gilt bis zum ${day}.\n\nBitte schicken Sie Ihrem Verein rechtzeitig einen neuen. Ohne ihn zählt danach der volle Beitrag.\n`,
    };
  });
}
