import { eq, inArray } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { feeYearOf, firstDayOf, lastDayOf, monthOf } from '#shared/money/fees/feeMonths.ts';
import { feesContract, type FeeRuleInput, type FeeRuleView } from '#shared/money/fees/fees.ts';
import { readParameter } from '#server/club/config/service.ts';
import { holdDepartments } from '#server/club/departments/service.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { today } from '#server/platform/process/clock.ts';
import { record } from '../charges/record.ts';
import { charge } from '../charges/table.ts';
import { refuseAccount } from '../ledger/write.ts';
import { bookRun } from './book.ts';
import { rulesOf } from './facts.ts';
import { firstSteps } from './firstSteps.ts';
import { noteLetters } from '../letters/noteLetters.ts';
import { lettersOfRun, postLetters } from './letters.ts';
import { previewOf } from './preview.ts';
import { writeWithRaise } from './raises.ts';
import { ruleChanges } from './ruleChanges.ts';
import { listRuns, readRun } from './runs.ts';
import { feeRule, feeRun } from './table.ts';
import { undoingOf, undoRun } from './undoing.ts';

const os = implementing(feesContract);
type RuleRow = typeof feeRule.$inferSelect;

/** The fee rules of a club. */
const ruling = {
  rules: os.rules.handler(({ context, input }) => {
    const club = clubAsked(context, 'fees.manage', input.club);
    return context.read(async (tx) => toViews(tx, await rulesOf(tx, club)));
  }),

  createRule: os.createRule.handler(({ context, input: { club: asked, isRetroactive, retroactiveReason, ...input } }) =>
    context.write(async (write) => {
      const club = clubAsked(context, 'fees.manage', asked);
      await enterScope(write.tx, club);
      await refuseDepartment(write.tx, club, input);
      await refuseAccount(write.tx, club, input.ledgerAccountId);
      const { validFrom } = input;
      const { row, raised } = await writeWithRaise(write.tx, { club, validFrom }, { isRetroactive, retroactiveReason }, async () => {
        const [made] = await write.tx
          .insert(feeRule)
          .values({ ...input, id: randomUUID(), club })
          .returning();
        if (!made) throw new Error('The rule was not written.');
        return made;
      });
      return finishRule(write, row, `Beitragsregel angelegt: ${row.name}${raised}`);
    }),
  ),

  updateRule: os.updateRule.handler(({ context, input: { id, version, isRetroactive, retroactiveReason, ...input } }) =>
    context.write(async (write) => {
      const before = await lockRule(context, write.tx, id, version);
      const [view] = await toViews(write.tx, [before]);
      if (view?.isBooked) refuseBooked(before, input);
      if (input.departmentId !== before.departmentId) await refuseDepartment(write.tx, before.club, input);
      if (input.ledgerAccountId !== before.ledgerAccountId) await refuseAccount(write.tx, before.club, input.ledgerAccountId);
      const { club } = before;
      const validFrom = input.validFrom < before.validFrom ? input.validFrom : before.validFrom;
      const { row, raised } = await writeWithRaise(write.tx, { club, validFrom }, { isRetroactive, retroactiveReason }, async () => {
        const [changed] = await write.tx
          .update(feeRule)
          .set({ ...input, version: version + 1 })
          .where(eq(feeRule.id, id))
          .returning();
        if (!changed) throw new Problem('not-found');
        return changed;
      });
      return finishRule(write, row, `Beitragsregel geändert: ${row.name}${raised}`, before);
    }),
  ),

  deleteRule: os.deleteRule.handler(({ context, input }) =>
    context.write(async (write) => {
      const row = await lockRule(context, write.tx, input.id);
      const [view] = await toViews(write.tx, [row]);
      if (view?.isBooked) throw new Problem('wrong-state');
      await write.tx.delete(feeRule).where(eq(feeRule.id, row.id));
      write.audit('fees.manage', row, `Beitragsregel gelöscht: ${row.name}`, { before: row });
      write.changed({ collection: 'fees', club: row.club });
      return { ok: true } as const;
    }),
  ),
};

/** Charging by the rules. */
const running = {
  firstSteps: os.firstSteps.handler(({ context, input }) => {
    const club = clubAsked(context, 'fees.manage', input.club);
    return context.read((tx) => firstSteps(tx, club));
  }),

  period: os.period.handler(({ context, input }) => {
    const club = clubAsked(context, 'fees.manage', input.club);
    return context.read(async (tx) => {
      const first = feeYearOf(monthOf(today()), await readParameter(tx, `fees.${club}.yearStart`));
      return { from: firstDayOf(first), to: lastDayOf(first + 11) };
    });
  }),

  preview: os.preview.handler(({ context, input: { club: asked, from, to, ...filter } }) => {
    const club = clubAsked(context, 'fees.manage', asked);
    const period = { from, to };
    refusePeriod(period);
    return context.read(async (tx) => {
      await enterScope(tx, club);
      return previewOf(tx, club, period, filter);
    });
  }),

  ruleChanges: os.ruleChanges.handler(({ context, input }) => {
    const club = clubAsked(context, 'fees.manage', input.club);
    return context.read(async (tx) => {
      await enterScope(tx, club);
      return ruleChanges(tx, club);
    });
  }),

  runs: os.runs.handler(({ context, input }) => {
    const club = clubAsked(context, 'fees.manage', input.club);
    return context.read((tx) => listRuns(tx, club, input));
  }),

  book: os.book.handler(({ context, input: { club: asked, ...order } }) =>
    context.write(async (write) => {
      const club = clubAsked(context, 'fees.manage', asked);
      refusePeriod(order);
      await enterScope(write.tx, club);
      const run = await bookRun(write.tx, club, order, signedIn(context));
      const left = order.excluded.length > 0 ? `, ${order.excluded.length} ausgeschlossen` : '';
      const words = `${germanDate(run.from)} bis ${germanDate(run.to)}: ${run.lines} Forderungen über ${euros(run.totalCents)}${left}`;
      return finishRun(write, run, `Beitragslauf gebucht, ${words}`);
    }),
  ),

  letters: os.letters.handler(({ context, input: { id } }) =>
    context.write(async (write) => {
      const [row] = await write.tx.select().from(feeRun).where(eq(feeRun.id, id));
      if (!row) throw new Problem('not-found');
      allow(context, 'fees.manage', targetOf(context, row.club));
      await enterScope(write.tx, row.club);
      const { sheets, listed } = await lettersOfRun(write.tx, row);
      await noteLetters(context, write, {
        action: 'fees.manage',
        club: row.club,
        id,
        content: 'Beitragsmitteilung als Brief geöffnet',
        listed,
      });
      return sheets;
    }),
  ),

  postLetters: os.postLetters.handler(({ context, input: { id, isPosted, version } }) =>
    context.write(async (write) => {
      const row = await lockRun(context, write.tx, id, version);
      const what = `Beitragsmitteilungen per Brief ${isPosted ? '' : 'doch nicht '}verschickt`;
      return finishRun(write, await postLetters(write.tx, row, isPosted), what);
    }),
  ),

  undoing: os.undoing.handler(({ context, input: { id } }) =>
    context.read(async (tx) => {
      const [row] = await tx.select().from(feeRun).where(eq(feeRun.id, id));
      if (!row) throw new Problem('not-found');
      allow(context, 'fees.manage', targetOf(context, row.club));
      await enterScope(tx, row.club);
      return undoingOf(tx, row);
    }),
  ),

  undo: os.undo.handler(({ context, input: { id, version, ...how } }) =>
    context.write(async (write) => {
      const row = await lockRun(context, write.tx, id, version);
      const run = await undoRun(write.tx, row, how, signedIn(context).name);
      return finishRun(write, run, `Beitragslauf ${run.state === 'undone' ? '' : 'zum Teil '}rückgängig gemacht (${how.reason})`);
    }),
  ),
};

/** Membership fees of a club (/admin/money/fees). */
export const feesApi = os.router({ ...ruling, ...running });

function refusePeriod({ from, to }: { from: string; to: string }): void {
  if (from !== firstDayOf(monthOf(from))) throw fieldProblem('from', 'Bitte der Erste eines Monats.');
  if (to !== lastDayOf(monthOf(to))) throw fieldProblem('to', 'Bitte der Letzte eines Monats.');
  if (to < from) throw fieldProblem('to', 'Das Ende darf nicht vor dem Anfang liegen.');
  if (monthOf(to) - monthOf(from) >= 12) throw fieldProblem('to', 'Bitte höchstens zwölf Monate.');
}

async function refuseDepartment(tx: Transaction, club: RuleRow['club'], { departmentId }: FeeRuleInput): Promise<void> {
  if (departmentId !== null) await holdDepartments(tx, club, [departmentId], 'departmentId');
}

/** Throws for changes to a rule that fees were booked by, except for fields that do not affect booked lines. */
function refuseBooked(before: RuleRow, input: FeeRuleInput): void {
  // A charge keeps the account that it was assigned.
  const free = ['name', 'position', 'validTo', 'ledgerAccountId'];
  const changed = Object.entries(input).find(
    ([field, value]) =>
      !free.includes(field) && JSON.stringify(value) !== JSON.stringify(Object.entries(before).find(([name]) => name === field)?.[1]),
  );
  if (changed)
    throw fieldProblem(changed[0], 'Nach dieser Regel ist schon gebucht. Beenden Sie sie mit „gültig bis“ und legen Sie eine neue an.');
}

async function lockRule(context: Context, tx: Transaction, id: string, version?: number): Promise<RuleRow> {
  const [row] = await tx.select().from(feeRule).where(eq(feeRule.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  allow(context, 'fees.manage', targetOf(context, row.club));
  if (version !== undefined && row.version !== version) throw new Problem('conflict');
  await enterScope(tx, row.club);
  return row;
}

async function lockRun(context: Context, tx: Transaction, id: string, version: number): Promise<typeof feeRun.$inferSelect> {
  const [row] = await tx.select().from(feeRun).where(eq(feeRun.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  allow(context, 'fees.manage', targetOf(context, row.club));
  if (row.version !== version) throw new Problem('conflict');
  await enterScope(tx, row.club);
  return row;
}

async function toViews(tx: Transaction, rows: readonly RuleRow[]): Promise<FeeRuleView[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const used = await tx.selectDistinct({ id: charge.sourceId }).from(charge).where(inArray(charge.sourceId, ids));
  const booked = new Set(used.map(({ id }) => id));
  return rows.map((row) => ({ ...row, isBooked: booked.has(row.id) }));
}

async function finishRule(write: Write, row: RuleRow, content: string, before?: RuleRow): Promise<FeeRuleView> {
  write.audit('fees.manage', row, content, { before, after: row });
  write.changed({ collection: 'fees', club: row.club, entityId: row.id });
  const [view] = await toViews(write.tx, [row]);
  if (!view) throw new Problem('not-found');
  return view;
}

async function finishRun(write: Write, row: typeof feeRun.$inferSelect, content: string) {
  write.audit('fees.manage', row, content, { after: { lines: row.lines, totalCents: row.totalCents } });
  write.changed({ collection: 'fees', club: row.club, entityId: row.id });
  record(write, row.club, content, { after: { lines: row.lines } });
  return readRun(write.tx, row.id);
}
