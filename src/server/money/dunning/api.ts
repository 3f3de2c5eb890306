import { eq } from 'drizzle-orm';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { dunningContract } from '#shared/money/dunning/contract.ts';
import { creditorOf } from '#server/club/bankAccounts/service.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now } from '#server/platform/process/clock.ts';
import { record } from '../charges/record.ts';
import { noteLetters } from '../letters/noteLetters.ts';
import { payerColumnsOf, payerOf } from '../payers/read.ts';
import { remindsItself } from './automatic.ts';
import { planOf } from './facts.ts';
import { saveStage, stagesOf } from './levels.ts';
import { courtFile, listRuns, namedOnLetters, noticesOf, shownRun, toPreview } from './reading.ts';
import { sendRun, undoRun } from './run.ts';
import { dunningRun, dunningStop, type RunRow } from './table.ts';

const os = implementing(dunningContract);
const ownClub = (context: Context) => clubAsked(context, 'charges.manage', undefined);

const running = {
  preview: os.preview.handler(({ context }) => {
    const club = ownClub(context);
    return context.read(async (tx) => toPreview(await planOf(tx, club), await remindsItself(tx, club)));
  }),

  create: os.create.handler(({ context, input }) => {
    const club = ownClub(context);
    return context.write(async (write) => {
      const run = await shownRun(write.tx, await sendRun(write.tx, club, input, signedIn(context)));
      const fees = run.feeCents > 0 ? `, Gebühren ${euros(run.feeCents)}` : '';
      record(write, club, `Gemahnt: ${run.notices} Zahler über ${euros(run.totalCents)}${fees}`, {
        entityId: run.id,
        after: { notices: run.notices, totalCents: run.totalCents, feeCents: run.feeCents },
      });
      return run;
    });
  }),

  runs: os.runs.handler(({ context, input }) => {
    const club = ownClub(context);
    return context.read((tx) => listRuns(tx, club, input));
  }),

  read: os.read.handler(({ context, input }) =>
    context.write(async (write) => {
      const { tx } = write;
      const row = await runOf(context, tx, input.id);
      const { creditorName: name, creditorIban: iban } = await creditorOf(tx, row.club);
      const content = `Mahnung als Brief geöffnet: ${germanDate(row.createdOn)}`;
      await noteLetters(context, write, { action: 'charges.manage', ...row, content, listed: await namedOnLetters(tx, row.id) });
      return { run: await shownRun(tx, row), sender: { name, iban }, notices: await noticesOf(tx, row.id) };
    }),
  ),

  undo: os.undo.handler(({ context, input: { id, version } }) =>
    context.write(async (write) => {
      const row = await runOf(context, write.tx, id, true);
      if (row.version !== version) throw new Problem('conflict');
      const run = await shownRun(write.tx, await undoRun(write.tx, row));
      record(write, row.club, `Mahnlauf vom ${germanDate(row.createdOn)} zurückgenommen`, { entityId: id, after: { state: run.state } });
      return run;
    }),
  ),

  court: os.court.handler(({ context }) => {
    const club = ownClub(context);
    return context.write(async (write) => {
      const { leftOut } = await planOf(write.tx, club);
      write.audit('charges.manage', { club }, 'Liste zum gerichtlichen Mahnverfahren exportiert', {
        after: { listed: leftOut.flatMap(({ isCourt, payerId }) => (isCourt ? [payerId] : [])) },
      });
      return courtFile(leftOut);
    });
  }),
};

const settings = {
  stages: os.stages.handler(({ context }) => {
    const club = ownClub(context);
    return context.read((tx) => stagesOf(tx, club));
  }),

  updateStage: os.updateStage.handler(({ context, input }) => {
    const club = ownClub(context);
    return context.write(async (write) => {
      const before = (await stagesOf(write.tx, club)).find(({ level }) => level === input.level);
      const stage = await saveStage(write.tx, club, input);
      record(write, club, `Mahnstufe geändert: ${stage.name}`, { before, after: stage });
      return stage;
    });
  }),

  stop: os.stop.handler(({ context, input }) => {
    const club = ownClub(context);
    return context.write(async (write) => {
      const { name } = await payerOf(write.tx, club, input.payerId);
      const { payerId, ...stop } = input;
      const columnsOf = await payerColumnsOf(write.tx, [payerId]);
      const values = { ...stop, ...columnsOf(payerId), club, createdBy: signedIn(context).name, createdAt: now() };
      await write.tx.insert(dunningStop).values(values).onConflictDoUpdate({ target: dunningStop.payerId, set: values });
      const until = input.until ? ` bis ${germanDate(input.until)}` : '';
      record(write, club, `Mahnsperre${until}: ${name} (${input.reason})`, {
        entityId: input.payerId,
        after: { until: input.until },
      });
      return { ok: true } as const;
    });
  }),

  liftStop: os.liftStop.handler(({ context, input: { payerId } }) => {
    const club = ownClub(context);
    return context.write(async (write) => {
      const { name } = await payerOf(write.tx, club, payerId);
      const [gone] = await write.tx.delete(dunningStop).where(eq(dunningStop.payerId, payerId)).returning();
      if (!gone) throw new Problem('not-found');
      record(write, club, `Mahnsperre aufgehoben: ${name}`, {
        entityId: payerId,
        before: { reason: gone.reason, until: gone.until },
      });
      return { ok: true } as const;
    });
  }),
};

/** Dunning in levels (/admin/money/dunning). */
export const dunningApi = os.router({ ...running, ...settings });

async function runOf(context: Context, tx: Transaction, id: string, isLocked = false): Promise<RunRow> {
  const query = tx.select().from(dunningRun).where(eq(dunningRun.id, id));
  const [row] = await (isLocked ? query.for('update') : query);
  if (!row) throw new Problem('not-found');
  allow(context, 'charges.manage', targetOf(context, row.club));
  return row;
}
