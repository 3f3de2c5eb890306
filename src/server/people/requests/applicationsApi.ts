import { and, asc, desc, eq, inArray, ne } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { invitationDays } from '#shared/people/invitations.ts';
import { maskedIban } from '#shared/kernel/iban.ts';
import { type applicationInput, membershipApplicationsContract, type Application } from '#shared/people/membershipApplications.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { enterScope, oneByOne, type Write, type Transaction } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { countTry } from '#server/platform/http/rateLimit.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { linkHash, newSecret } from '#server/platform/secretLinks.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { requireRunning } from '#server/club/departments/service.ts';
import { department } from '#server/club/departments/table.ts';
import { admit, joinedBy, knownPerson } from '../members/admit.ts';
import { keepInvitation } from '../persons/invitations.ts';
import { notifyOfAccess } from '../persons/accessMails.ts';
import { accessChoiceOf } from '../persons/gaining.ts';
import { person, type consentPurposes } from '../persons/table.ts';
import type { Mandates } from '../members/mandates.ts';
import { feeLine, stateOf, type FeesInWords } from './applicationState.ts';
import { refuseGaps } from './gaps.ts';
import { offerOf, type LegalAddresses } from './offer.ts';
import { membershipApplication } from './table.ts';

const os = implementing(membershipApplicationsContract);
const ok = { ok: true } as const;
const perNetwork = { free: 5, windowMs: 24 * 60 * 60 * 1000 };
const listAtMost = 200;

type Row = typeof membershipApplication.$inferSelect;
type Input = z.output<typeof applicationInput>;
type ConsentPurpose = (typeof consentPurposes)[number];
/** The ports of applications to higher layers. */
type ApplicationPorts = { mandates: Mandates; feesInWords: FeesInWords; pages: LegalAddresses };
type Wish = Pick<Input, 'firstname' | 'lastname' | 'birthDate' | 'joinsOn'>;

/** Membership applications, and the board's decisions. */
export const membershipApplicationsApi = ({ mandates, feesInWords, pages }: ApplicationPorts) =>
  os.router({ ...applying(feesInWords, pages), ...deciding(mandates, feesInWords) });

const applying = (feesInWords: FeesInWords, pages: LegalAddresses) => ({
  offer: os.offer.handler(({ context, input: { club } }) => offerOf(context.database.orm, club, pages)),
  apply: os.apply.handler(async ({ context, input }) => {
    refuseGaps(input);
    const club = input.club ?? context.hostClub;
    // The association has clubs as members, not persons.
    if (club === 'GSV') throw fieldProblem('club', 'Bitte wählen Sie einen Verein.');
    if (!(await offerOf(context.database.orm, club, pages)).isOpen) throw new Problem('no-applications');
    await countTry(context.database, `apply:${context.network}`, perNetwork);
    return context.write(async (write) => {
      await enterScope(write.tx, club);
      await requireRunning(write.tx, club, input.departmentIds, 'departmentIds');
      for (const [at, { departmentIds }] of input.children.entries())
        await requireRunning(write.tx, club, departmentIds, `children.${at}.departmentIds`);
      const secret = newSecret();
      const rows = rowsOf(input, club, context.viewer?.userId ?? null).map((row) => ({ ...row, linkHashes: [linkHash(secret)] }));
      await write.tx.insert(membershipApplication).values(rows);
      const wishes: string[] = [];
      for (const { firstname, lastname, birthDate, details } of rows) {
        const fees = await feesInWords(write.tx, club, { birthDate, ...details });
        wishes.push(wishInWords({ firstname, lastname, birthDate, joinsOn: details.joinsOn }, fees));
      }
      await postMail(write.tx, {
        kind: 'notice',
        club,
        recipient: input.applicantEmail,
        subject: 'Ihr Mitgliedsantrag ist eingegangen',
        body: `Guten Tag,\n\nIhr Mitgliedsantrag ist bei uns eingegangen. Sie erhalten eine Mail, sobald der Vorstand entschieden hat.\n\n${wishes.join('\n\n')}\n\nStand Ihres Antrags: ${siteOf(context.settings, club)}/registration/${secret}\n`,
        onceKey: `application:${rows[0]?.id ?? ''}:new`,
      });
      write.changed({ collection: 'members', club });
      return ok;
    });
  }),
  state: os.state.handler(({ context, input: { token } }) => context.read((tx) => stateOf(tx, token, feesInWords))),
});

/** One row per applicant, since the board decides on each of them. */
function rowsOf({ children, club: _club, ...input }: Input, club: ClubName, createdBy: string | null) {
  const { acceptsTerms: _terms, acceptsPrivacy: _privacy, acceptsMandate: _mandate, allowsPhotos, wantsNewsletter, ...values } = input;
  const { firstname, lastname, birthDate, isForChild, applicantName, applicantEmail, iban, accountHolder, ...details } = values;
  const consents: ConsentPurpose[] = [
    'terms',
    'privacy_notice',
    ...(allowsPhotos ? (['photo_web'] as const) : []),
    ...(wantsNewsletter ? (['newsletter'] as const) : []),
  ];
  const shared = {
    club,
    createdAt: now(),
    createdBy,
    applicantName: isForChild ? applicantName : fullName({ firstname, lastname }),
    applicantEmail,
    iban,
    accountHolder,
    consents,
    groupId: children.length > 0 ? randomUUID() : null,
  };
  const further = children.map(({ gender, departmentIds, ...who }) => ({
    ...shared,
    ...who,
    id: randomUUID(),
    isForChild: true,
    details: { ...details, kind: 'active' as const, gender, departmentIds },
  }));
  return [{ ...shared, id: randomUUID(), isForChild, firstname, lastname, birthDate, details }, ...further];
}

/** The application as repeated in the mail. */
function wishInWords({ firstname, lastname, birthDate, joinsOn }: Wish, fees: readonly string[]): string {
  const lines = [
    `Für: ${fullName({ firstname, lastname })}, geboren am ${germanDate(birthDate)}`,
    `Mitglied ab: ${germanDate(joinsOn)}`,
    ...feeLine(fees),
  ];
  return lines.join('\n');
}

const deciding = (mandates: Mandates, feesInWords: FeesInWords) => ({
  list: os.list.handler(({ context, input }) => {
    const club = clubAsked(context, 'members.create', input.club);
    return context.read(async (tx) => {
      const rows = await tx
        .select()
        .from(membershipApplication)
        .where(
          and(
            eq(membershipApplication.club, club),
            input.isOpen ? eq(membershipApplication.state, 'new') : ne(membershipApplication.state, 'new'),
          ),
        )
        .orderBy(
          input.isOpen ? asc(membershipApplication.createdAt) : desc(membershipApplication.createdAt),
          membershipApplication.birthDate,
          membershipApplication.id,
        )
        .limit(listAtMost);
      return oneByOne(rows, (row) => toApplication(tx, row));
    });
  }),
  accept: os.accept.handler(({ context, input: { id, version, memberNo, joinedOn, allowed, invitesApplicant } }) =>
    context.write(async (write) => {
      const row = await decidable(context, write.tx, id, version);
      await enterScope(write.tx, row.club);
      const admission = { memberNo, joinedOn, allowed, by: signedIn(context).userId };
      const { memberId, personId, admitted } = await admit(write.tx, row, admission, mandates);
      const [of] = await write.tx.select().from(person).where(eq(person.id, personId));
      if (of) for (const one of admitted) await notifyOfAccess(write.tx, context.settings, of, one);
      const entrance =
        invitesApplicant && !row.createdBy ? await invitationFor(context, write.tx, row, personId) : siteOf(context.settings, row.club);
      const fees = await feesInWords(write.tx, row.club, { birthDate: row.birthDate, ...row.details, joinsOn: joinedOn });
      const text = [
        `der Vorstand hat den Mitgliedsantrag für ${fullName(row)} angenommen. Herzlich willkommen!`,
        `Mitgliedsnummer: ${memberNo}`,
        `Mitglied ab: ${germanDate(joinedOn)}`,
        ...feeLine(fees).map((line) => `${line}. Den Tag der Zahlung teilen wir vorher mit.`),
      ].join('\n');
      return decide(context, write, row, { state: 'accepted', memberId }, 'Mitgliedsantrag angenommen', `${text}\n\n${entrance}`);
    }),
  ),
  decline: os.decline.handler(({ context, input: { id, version, reason } }) =>
    context.write(async (write) => {
      const row = await decidable(context, write.tx, id, version);
      await enterScope(write.tx, row.club);
      const text = `der Vorstand kann den Mitgliedsantrag für ${fullName(row)} leider nicht annehmen. Grund: ${reason}`;
      // Deletes the bank account, given for a membership that was declined.
      const values = { state: 'declined', reason, iban: '', accountHolder: '' } as const;
      return decide(context, write, row, values, 'Mitgliedsantrag abgelehnt', text);
    }),
  ),
});

/** Invites an applicant without an account to create one; the words of the mail. */
async function invitationFor(context: Context, tx: Transaction, row: Row, personId: string): Promise<string> {
  const site = siteOf(context.settings, row.club);
  const { applicantEmail: email, applicantName: name, club } = row;
  const relation = row.isForChild ? 'guardian' : 'self';
  const invited = { email, name, relation, invitedBy: signedIn(context).userId, isByBoard: true } as const;
  const secret = await keepInvitation(tx, { id: personId, club }, invited);
  return `Mit einem Konto sehen Sie Termine und Beiträge und melden sich an: ${site}/invitation/${secret}\nDer Link gilt ${invitationDays} Tage.`;
}

async function decidable(context: Context, tx: Transaction, id: string, version: number): Promise<Row> {
  const [row] = await tx.select().from(membershipApplication).where(eq(membershipApplication.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  allow(context, 'members.create', targetOf(context, row.club));
  if (row.state !== 'new') throw new Problem('wrong-state');
  if (row.version !== version) throw new Problem('conflict');
  return row;
}

async function decide(context: Context, write: Write, before: Row, values: Partial<Row>, what: string, text: string): Promise<Application> {
  const { userId } = signedIn(context);
  const [row] = await write.tx
    .update(membershipApplication)
    .set({ ...values, decidedAt: now(), decidedBy: userId, version: before.version + 1 })
    .where(eq(membershipApplication.id, before.id))
    .returning();
  if (!row) throw new Problem('not-found');
  const { id, club } = row;
  await postMail(write.tx, {
    kind: 'notice',
    club,
    recipient: row.applicantEmail,
    subject: what,
    body: `Guten Tag ${row.applicantName},\n\n${text}\n`,
    onceKey: `application:${id}:${row.state}`,
  });
  const content = `${what}: ${fullName(row)}`;
  const after = { state: row.state, reason: row.reason, memberId: row.memberId };
  write.audit('members.create', { club, id: row.memberId ?? id }, content, { after });
  write.changed({ collection: 'members', club });
  return toApplication(write.tx, row);
}

async function toApplication(tx: Transaction, row: Row): Promise<Application> {
  const known = await knownPerson(tx, row);
  const others = row.groupId
    ? await tx
        .select({ firstname: membershipApplication.firstname, lastname: membershipApplication.lastname })
        .from(membershipApplication)
        .where(and(eq(membershipApplication.groupId, row.groupId), ne(membershipApplication.id, row.id)))
        .orderBy(membershipApplication.birthDate, membershipApplication.id)
    : [];
  const names =
    row.details.departmentIds.length > 0
      ? await tx
          .select({ name: department.name, endedOn: department.endedOn })
          .from(department)
          .where(inArray(department.id, row.details.departmentIds))
          .orderBy(department.name)
      : [];
  const {
    id,
    club,
    applicantName,
    applicantEmail,
    isForChild,
    firstname,
    lastname,
    birthDate,
    accountHolder,
    state,
    reason,
    memberId,
    version,
  } = row;
  return {
    id,
    club,
    createdAt: row.createdAt.toISOString(),
    applicantName,
    applicantEmail,
    isForChild,
    firstname,
    lastname,
    birthDate,
    ...row.details,
    departments: names.map(({ name, endedOn }) => (endedOn && endedOn < today() ? `${name} (beendet)` : name)),
    account: maskedIban(row.iban),
    accountHolder,
    consents: row.consents,
    together: others.map((one) => fullName(one)),
    isKnown: known !== undefined,
    hasAccount: row.createdBy !== null,
    access: row.state === 'new' ? await accessChoiceOf(tx, joinedBy(row, known)) : { present: [], gaining: [], proposed: [] },
    state,
    reason,
    memberId,
    version,
  };
}
