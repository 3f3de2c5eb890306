import { asc, eq } from 'drizzle-orm';
import { germanDate } from '#shared/kernel/calendar.ts';
import { sepaRunStateNames } from '#shared/money/chargeWords.ts';
import { euros } from '#shared/kernel/money.ts';
import { sepaRunsContract, type SepaRun } from '#shared/money/sepaRuns.ts';
import { readParameter } from '#server/club/config/service.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Deed } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { bankDay, collectable, creditorOf, debitsOf, earliestDay } from './sepaItems.ts';
import { sepaFile, type RunRow } from './sepaFile.ts';
import { giveBack, makeRun, moveRun, runsWith } from './sepaRuns.ts';
import { sepaRun, sepaRunItem } from '../charges/table.ts';

const os = implementing(sepaRunsContract);

/** Direct debits: proposed, made, downloaded, with the bank, collected or sent back. */
export const sepaRunsApi = os.router({
  propose: os.propose.handler(({ context, input }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.read(async (tx) => {
      const { missing } = await creditorOf(tx, club);
      const earliest = await earliestDay(tx);
      const collectionDate = bankDay(input.collectionDate, earliest);
      const { items, faults } = await collectable(tx, club, collectionDate);
      return {
        missing,
        earliest,
        collectionDate,
        debits: debitsOf(items.map((item) => ({ ...item, returnCode: null }))),
        totalCents: items.reduce((sum, { cents }) => sum + cents, 0),
        faults,
      };
    });
  }),

  list: os.list.handler(({ context }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.read((tx) => runsWith(tx, { club }, signedIn(context).userId));
  }),

  create: os.create.handler(({ context, input }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (deed) => {
      const run = await makeRun(deed.tx, club, input.collectionDate, signedIn(context));
      const what = `Lastschriftlauf ${run.messageId}: ${run.items} Forderungen, ${euros(run.totalCents)}, Einzug am ${germanDate(run.collectionDate)}`;
      return finish(context, deed, run, what);
    });
  }),

  file: os.file.handler(({ context, input }) =>
    context.write(async (deed) => {
      const run = await lockRun(context, deed, input.id);
      if (run.state === 'cancelled') throw new Problem('wrong-state');
      await needOther(context, deed, run);
      const items = await deed.tx.select().from(sepaRunItem).where(eq(sepaRunItem.runId, run.id)).orderBy(asc(sepaRunItem.chargeId));
      if (run.state === 'draft') await moveRun(deed.tx, run, 'downloaded');
      await finish(context, deed, run, `Lastschriftdatei heruntergeladen: ${run.messageId}`);
      return new File([sepaFile(run, items)], `${run.messageId}.xml`, { type: 'application/xml' });
    }),
  ),

  setState: os.setState.handler(({ context, input: { id, to, version } }) =>
    context.write(async (deed) => {
      const run = await lockRun(context, deed, id);
      if (run.version !== version) throw new Problem('conflict');
      if (to === 'submitted') await needOther(context, deed, run);
      await moveRun(deed.tx, run, to);
      return finish(context, deed, run, `Lastschriftlauf ${run.messageId}: ${sepaRunStateNames[to]}`);
    }),
  ),

  giveBack: os.giveBack.handler(({ context, input: { id, mandate, code, withFee } }) =>
    context.write(async (deed) => {
      const run = await lockRun(context, deed, id);
      await giveBack(deed.tx, run, mandate, code, withFee);
      return finish(context, deed, run, `Rücklastschrift ${code}: Mandat ${mandate} in ${run.messageId}`);
    }),
  ),
});

/** Where the club wants four eyes, whoever made a run does not hand it in (domain.md 6.4). */
async function needOther(context: Context, { tx }: Deed, { createdById }: RunRow): Promise<void> {
  if (createdById === signedIn(context).userId && (await readParameter(tx, 'sepa.fourEyes'))) throw new Problem('second-person');
}

async function lockRun(context: Context, deed: Deed, id: string): Promise<RunRow> {
  const [run] = await deed.tx.select().from(sepaRun).where(eq(sepaRun.id, id)).for('update');
  if (!run) throw new Problem('not-found');
  allow(context, 'charges.manage', targetOf(context, run.club));
  return run;
}

async function finish(context: Context, deed: Deed, { id, club }: RunRow, content: string): Promise<SepaRun> {
  const { name, userId } = signedIn(context);
  deed.audit({ name, actorId: userId, club, content, action: 'charges.manage', entity: 'charges', entityId: id });
  deed.changed({ collection: 'charges', club, entityId: id });
  deed.changed({ collection: 'courses', club });
  const [run] = await runsWith(deed.tx, { id }, userId);
  if (!run) throw new Problem('not-found');
  return run;
}
