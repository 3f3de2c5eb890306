import { asc, eq } from 'drizzle-orm';
import { germanDate } from '#shared/kernel/calendar.ts';
import { chargeMethodNames, chargeSets, sepaRunStateNames } from '#shared/money/chargeWords.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import { sepaRunsContract, type SepaRun } from '#shared/money/sepaRuns.ts';
import { accountFor } from '#server/club/bankAccounts/service.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { requireSecondPerson } from './fourEyes.ts';
import { chooseItems, earliestDay, nextDue } from './choose.ts';
import { bankDay, debitsOf } from './sepaItems.ts';
import { sepaFile, type RunRow } from './sepaFile.ts';
import { remindOfMandates, withReminders } from './reminders.ts';
import { recordReturn } from './returns.ts';
import { noteLetters } from '../letters/noteLetters.ts';
import { lettersOfRun, postLetters } from './letters.ts';
import { listRuns, readDebits, readRun } from './runViews.ts';
import { moveCharges } from '../charges/move.ts';
import { makeRun, moveRun } from './sepaRuns.ts';
import { lockRows } from '../charges/changes.ts';
import { record } from '../charges/record.ts';
import { namedIn } from '../charges/rows.ts';
import { sepaRun, sepaRunItem } from '../charges/table.ts';

const os = implementing(sepaRunsContract);

/** Direct debits: proposed, created, downloaded, submitted, collected or returned. */
export const sepaRunsApi = os.router({
  propose: os.propose.handler(({ context, input }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.read(async (tx) => {
      const { missing } = await accountFor(tx, club, { use: 'isCollect', chosenId: input.accountId });
      const earliest = await earliestDay(tx, club);
      const day = bankDay(input.collectionDate, earliest);
      const { items, faults, later, creditCents, notices } = await chooseItems(tx, { ...input, club, day });
      return {
        missing,
        earliest,
        collectionDate: day,
        debits: debitsOf(
          items.map((item) => ({ ...item, returnCode: null })),
          (mandateId) => notices.get(mandateId) ?? 'mail',
        ),
        totalCents: sumOfCents(items),
        creditCents,
        faults: await withReminders(tx, faults),
        later,
        nextDue: await nextDue(tx, { ...input, club, day }),
      };
    });
  }),

  remind: os.remind.handler(({ context, input }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      const day = bankDay(input.collectionDate, await earliestDay(write.tx, club));
      const { faults } = await chooseItems(write.tx, { ...input, club, day });
      const { mailed, without } = await remindOfMandates(write.tx, club, faults, signedIn(context).name);
      if (mailed.length > 0)
        record(write, club, `An das Mandat erinnert: ${mailed.length === 1 ? '1 Zahler' : `${mailed.length} Zahler`}`, {
          after: { listed: mailed },
        });
      return { mailed: mailed.length, without };
    });
  }),

  list: os.list.handler(({ context, input }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.read((tx) => listRuns(tx, club, input, signedIn(context).userId));
  }),

  debits: os.debits.handler(({ context, input: { id, search } }) =>
    context.read(async (tx) => readDebits(tx, await runOf(context, tx, id), search)),
  ),

  letters: os.letters.handler(({ context, input: { id } }) =>
    context.write(async (write) => {
      const run = await runOf(context, write.tx, id);
      const { sheets, listed } = await lettersOfRun(write.tx, run);
      const content = `Ankündigung einer Lastschrift als Brief geöffnet: ${run.messageId}`;
      await noteLetters(context, write, { action: 'charges.manage', club: run.club, id, content, listed });
      return sheets;
    }),
  ),

  postLetters: os.postLetters.handler(({ context, input: { id, isPosted } }) =>
    context.write(async (write) => {
      const run = await lockRun(context, write, id);
      await postLetters(write.tx, run, isPosted);
      return finish(context, write, run, `Ankündigungen per Brief ${isPosted ? '' : 'doch nicht '}verschickt: ${run.messageId}`);
    }),
  ),

  create: os.create.handler(({ context, input }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      const { collectionDate: day, ...rest } = input;
      const { run, creditCents } = await makeRun(write.tx, { ...rest, club, day }, signedIn(context));
      const what = `Lastschriftlauf ${run.messageId}: ${run.items} Forderungen, ${euros(run.totalCents)}, Einzug am ${germanDate(run.collectionDate)}${creditCents > 0 ? `, Guthaben verrechnet: ${euros(creditCents)}` : ''}`;
      return finish(context, write, run, what);
    });
  }),

  file: os.file.handler(({ context, input }) =>
    context.write(async (write) => {
      const run = await lockRun(context, write, input.id);
      if (run.state === 'cancelled') throw new Problem('wrong-state');
      await requireSecondPerson(context, write, run);
      const items = await write.tx.select().from(sepaRunItem).where(eq(sepaRunItem.runId, run.id)).orderBy(asc(sepaRunItem.chargeId));
      if (run.state === 'draft') await moveRun(write.tx, run, 'downloaded', signedIn(context).name);
      const listed = await namedIn(
        write.tx,
        items.map(({ chargeId }) => chargeId),
      );
      await finish(context, write, run, `Lastschriftdatei heruntergeladen: ${run.messageId}`, listed);
      return new File([sepaFile(run, items)], `${run.messageId}.xml`, { type: 'application/xml' });
    }),
  ),

  setState: os.setState.handler(({ context, input: { id, to, version } }) =>
    context.write(async (write) => {
      const run = await lockRun(context, write, id);
      if (run.version !== version) throw new Problem('conflict');
      if (to === 'submitted') await requireSecondPerson(context, write, run);
      await moveRun(write.tx, run, to, signedIn(context).name);
      return finish(context, write, run, `Lastschriftlauf ${run.messageId}: ${sepaRunStateNames[to]}`);
    }),
  ),

  setMethod: os.setMethod.handler(({ context, input: { chargeIds, method } }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      const rows = await lockRows(write.tx, chargeIds);
      if (rows.length < chargeIds.length || rows.some((row) => row.club !== club)) throw new Problem('not-found');
      if (rows.some((row) => !chargeSets.due.includes(row.state) || row.cents <= 0)) throw new Problem('wrong-state');
      const ofOrganisation = rows.find(({ organisationId }) => organisationId !== null);
      if (method === 'sepa' && ofOrganisation)
        throw fieldProblem('method', `${ofOrganisation.reference} zahlt eine Organisation: Von ihr wird nichts eingezogen.`);
      const changed = rows.filter((row) => row.method !== method);
      await moveCharges(
        write.tx,
        changed.map(({ id }) => id),
        { method },
      );
      if (changed.length > 0)
        record(write, club, `Zahlungsart ${chargeMethodNames[method]}: ${changed.map(({ reference }) => reference).join(', ')}`, {
          before: { methods: changed.map((row) => `${row.reference}: ${row.method}`) },
          after: { method },
        });
      return { changed: changed.length };
    });
  }),

  giveBack: os.giveBack.handler(({ context, input: { id, ...returned } }) =>
    context.write(async (write) => {
      const run = await lockRun(context, write, id);
      const { rests } = await recordReturn(write.tx, run, { ...returned, by: signedIn(context).name });
      const { code, mandate } = returned;
      return finish(
        context,
        write,
        run,
        `Rücklastschrift ${code}: Mandat ${mandate} in ${run.messageId}${rests ? ', das Mandat ruht' : ''}`,
      );
    }),
  ),
});

async function runOf(context: Context, tx: Transaction, id: string): Promise<RunRow> {
  const [run] = await tx.select().from(sepaRun).where(eq(sepaRun.id, id));
  if (!run) throw new Problem('not-found');
  allow(context, 'charges.manage', targetOf(context, run.club));
  return run;
}

async function lockRun(context: Context, write: Write, id: string): Promise<RunRow> {
  const [run] = await write.tx.select().from(sepaRun).where(eq(sepaRun.id, id)).for('update');
  if (!run) throw new Problem('not-found');
  allow(context, 'charges.manage', targetOf(context, run.club));
  return run;
}

async function finish(context: Context, write: Write, { id, club }: RunRow, content: string, listed?: string[]): Promise<SepaRun> {
  const { userId } = signedIn(context);
  write.audit('charges.manage', { club, id }, content, { ...(listed && { after: { listed } }) });
  write.changed({ collection: 'charges', club, entityId: id });
  write.changed({ collection: 'mandates', club });
  write.changed({ collection: 'courses', club });
  return readRun(write.tx, id, userId);
}
