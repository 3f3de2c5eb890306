import { and, asc, desc, eq, getColumns, gt, isNull, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { recordOf } from '#shared/kernel/keys.ts';
import { consentNames } from '#shared/people/consents.ts';
import { consentTextsContract, type ConsentText, type PurposeTexts } from '#shared/people/consentTexts/contract.ts';
import { firstVersions, textPurposes, type TextPurpose } from '#shared/people/consentTexts/words.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { fullNameOf } from '#server/platform/database/columns.ts';
import { enterScope, oneByOne, type Transaction } from '#server/platform/database/database.ts';
import { allow, clubAsked, signedIn, targetOf } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { consent } from '../persons/table.ts';
import { textsOn, versionOf } from './service.ts';
import { consentText } from './table.ts';

const os = implementing(consentTextsContract);
const versionsAtMost = 200;
type Row = typeof consentText.$inferSelect & { by: string | null };

export const consentTextsApi = os.router({
  current: os.current.handler(({ context, input }) => {
    const club = input.club ?? context.hostClub;
    return context.read(async (tx) => {
      const texts = await textsOn(tx, club, today());
      return recordOf(textPurposes, (purpose) => ({ version: texts[purpose].version, text: texts[purpose].text }));
    });
  }),

  list: os.list.handler(({ context, input }) => {
    const club = clubAsked(context, 'consentTexts.manage', input.club);
    return context.read(async (tx) => {
      await enterScope(tx, club);
      const rows = await readRows(tx, club);
      return oneByOne(textPurposes, async (purpose): Promise<PurposeTexts> => ({
        purpose,
        versions: [...rows.filter((row) => row.purpose === purpose).map(toText), firstOf(purpose)],
        agreed: await agreedVersions(tx, club, purpose),
      }));
    });
  }),

  create: os.create.handler(({ context, input: { club: asked, purpose, ...input } }) => {
    const club = clubAsked(context, 'consentTexts.manage', asked);
    return context.write(async (write) => {
      const { tx } = write;
      if (input.fromDay <= today()) throw fieldProblem('fromDay', 'Eine neue Fassung gilt frühestens ab morgen.');
      await lockTexts(tx, club);
      const rows = (await readRows(tx, club)).filter((row) => row.purpose === purpose);
      const [latest] = rows;
      if (latest && latest.fromDay > today())
        throw fieldProblem('fromDay', `Ab ${germanDate(latest.fromDay)} gilt schon eine neue Fassung. Nehmen Sie diese zuerst zurück.`);
      if ((latest?.text ?? firstVersions[purpose].text) === input.text) throw fieldProblem('text', 'Das ist der Text von heute.');
      if (rows.length >= versionsAtMost) throw fieldProblem('text', `Mehr als ${versionsAtMost} Fassungen gehen nicht.`);
      const id = randomUUID();
      const version = (latest?.version ?? 1) + 1;
      await tx.insert(consentText).values({ ...input, id, club, purpose, version, createdAt: now(), createdBy: signedIn(context).userId });
      const words = `Neue Fassung ${version} ab ${germanDate(input.fromDay)}: ${consentNames[purpose]}`;
      write.audit('consentTexts.manage', { club, id, entity: 'config' }, words, { after: { ...input, version } });
      write.changed({ collection: 'config', club });
      const [row] = (await readRows(tx, club)).filter((one) => one.id === id);
      if (!row) throw new Error('The text was not written.');
      return toText(row);
    });
  }),

  delete: os.delete.handler(({ context, input }) =>
    context.write(async (write) => {
      const { tx } = write;
      const [row] = await tx.select().from(consentText).where(eq(consentText.id, input.id)).for('update');
      if (!row) throw new Problem('not-found');
      const { club, purpose, version, text, fromDay } = row;
      allow(context, 'consentTexts.manage', targetOf(context, club));
      // Versions in force are never deleted, since people who agreed must be able to read them.
      const [gone] = await tx
        .delete(consentText)
        .where(and(eq(consentText.id, input.id), gt(consentText.fromDay, today())))
        .returning();
      if (!gone) throw new Problem('wrong-state');
      const words = `Fassung ${version} zurückgenommen: ${consentNames[purpose]}`;
      write.audit('consentTexts.manage', { club, id: row.id, entity: 'config' }, words, { before: { text, fromDay, version } });
      write.changed({ collection: 'config', club });
      return { ok: true } as const;
    }),
  ),
});

/** Serialises concurrent new versions: they get different numbers, or the second fails. */
async function lockTexts(tx: Transaction, club: ClubName): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`consentTexts:${club}`}))`);
}

function readRows(tx: Transaction, club: ClubName): Promise<Row[]> {
  return tx
    .select({ ...getColumns(consentText), by: sql<string | null>`${fullNameOf(appUser)}` })
    .from(consentText)
    .leftJoin(appUser, eq(appUser.id, consentText.createdBy))
    .where(eq(consentText.club, club))
    .orderBy(asc(consentText.purpose), desc(consentText.version))
    .limit(versionsAtMost * textPurposes.length);
}

/** The number of persons per version, counting each person's last consent that is not withdrawn. */
async function agreedVersions(tx: Transaction, club: ClubName, purpose: TextPurpose): Promise<PurposeTexts['agreed']> {
  const latest = tx
    .selectDistinctOn([consent.personId], { version: consent.textVersion })
    .from(consent)
    .where(and(eq(consent.club, club), eq(consent.purpose, purpose), isNull(consent.revokedAt)))
    .orderBy(consent.personId, desc(consent.grantedAt))
    .as('latest');
  const rows = await tx
    .select({ version: latest.version, people: sql<number>`count(*)::int` })
    .from(latest)
    .groupBy(latest.version);
  return rows.map(({ version, people }) => ({ version: versionOf(version), people })).toSorted((one, other) => other.version - one.version);
}

function toText({ id, version, text, fromDay, asksAgain, by }: Row): ConsentText {
  return { id, version, text, fromDay, asksAgain, isUpcoming: fromDay > today(), createdBy: by?.trim() ?? '' };
}

function firstOf(purpose: TextPurpose): ConsentText {
  return { ...firstVersions[purpose], id: null, fromDay: null, asksAgain: false, isUpcoming: false, createdBy: '' };
}
