import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { privacyLogContract, type PrivacyLog } from '#shared/office/privacyLog/contract.ts';
import { outcomeInWords } from '#shared/office/privacyLog/clock.ts';
import { caseTitle } from '#shared/office/privacyLog/words.ts';
import { germanDate, localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { audit, settledActions } from '#server/platform/database/auditTables.ts';
import { clubAsked } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now } from '#server/platform/process/clock.ts';
import { changes, checkClosing, checkExtension, checkKnown, checkPerson, toColumns } from './check.ts';
import { addStep, insertCase, openCase, readCase, saveCase, toCases, toWhole } from './rows.ts';
import { privacyCase } from './table.ts';

const os = implementing(privacyLogContract);
const listAtMost = 200;
const settledAtMost = 50;

/** Endpoints to record breaches and requests. */
const writing = {
  list: os.list.handler(({ context, input }) => {
    const club = clubAsked(context, 'privacyLog.manage', input.club);
    return context.read(async (tx) => {
      await enterScope(tx, club);
      return logOf(tx, club);
    });
  }),

  read: os.read.handler(({ context, input }) => context.read(async (tx) => toWhole(tx, await readCase(context, tx, input.id)))),

  create: os.create.handler(({ context, input: { club: asked, ...input } }) =>
    context.write(async (write) => {
      const club = clubAsked(context, 'privacyLog.manage', asked);
      await enterScope(write.tx, club);
      checkKnown(input);
      await checkPerson(write.tx, club, input);
      const row = await insertCase(write.tx, { ...toColumns(input), club });
      return addStep(
        context,
        write,
        row,
        'opened',
        `${caseTitle(row)}, ${row.kind === 'breach' ? 'bekannt seit' : 'eingegangen am'} ${germanDate(localOf(row.knownAt).date)}.`,
      );
    }),
  ),

  update: os.update.handler(({ context, input: { id, version, ...input } }) =>
    context.write(async (write) => {
      const before = await openCase(context, write.tx, { id, version });
      checkKnown(input, before);
      if (input.personId !== before.personId) await checkPerson(write.tx, before.club, input);
      const words = changes(before, toColumns(input));
      if (words === '') return toWhole(write.tx, before);
      const row = await saveCase(write.tx, before, toColumns(input));
      return addStep(context, write, row, 'changed', words);
    }),
  ),
};

/** Endpoints for actions and outcomes of cases. */
const deciding = {
  addStep: os.addStep.handler(({ context, input }) =>
    context.write(async (write) => {
      const row = await readCase(context, write.tx, input.id, 'share');
      return addStep(context, write, row, 'note', input.text);
    }),
  ),

  extend: os.extend.handler(({ context, input: { reason, toldOn, ...which } }) =>
    context.write(async (write) => {
      const before = await openCase(context, write.tx, which);
      if (before.kind !== 'request' || before.extensionReason !== null) throw new Problem('wrong-state');
      checkExtension(before, toldOn);
      const row = await saveCase(write.tx, before, { extensionReason: reason, extensionToldOn: toldOn });
      return addStep(context, write, row, 'extended', `${reason}\nMitgeteilt am ${germanDate(toldOn)}.`);
    }),
  ),

  close: os.close.handler(({ context, input: { outcome, outcomeOn, outcomeText, ...which } }) =>
    context.write(async (write) => {
      const before = await openCase(context, write.tx, which);
      const ended = { outcome, outcomeOn, outcomeText };
      checkClosing(before, ended);
      const row = await saveCase(write.tx, before, { ...ended, state: 'closed', closedAt: now() });
      return addStep(context, write, row, 'closed', outcomeInWords(ended));
    }),
  ),

  reopen: os.reopen.handler(({ context, input }) =>
    context.write(async (write) => {
      const before = await readCase(context, write.tx, input.id, 'update');
      if (before.state !== 'closed') throw new Problem('wrong-state');
      if (before.version !== input.version) throw new Problem('conflict');
      const row = await saveCase(write.tx, before, { state: 'open', outcome: null, outcomeOn: null, outcomeText: '', closedAt: null });
      return addStep(context, write, row, 'reopened', 'Der Abschluss gilt nicht mehr.');
    }),
  ),
};

/** The log of personal data breaches and data subject requests, with their deadlines. */
export const privacyLogApi = os.router({ ...writing, ...deciding });

async function logOf(tx: Transaction, club: ClubName): Promise<PrivacyLog> {
  const ofState = (state: 'open' | 'closed') =>
    tx
      .select()
      .from(privacyCase)
      .where(and(eq(privacyCase.club, club), eq(privacyCase.state, state)))
      .limit(listAtMost);
  const open = await toCases(tx, club, await ofState('open').orderBy(asc(privacyCase.knownAt), asc(privacyCase.id)));
  const closed = await toCases(tx, club, await ofState('closed').orderBy(desc(privacyCase.closedAt), asc(privacyCase.id)));
  const settled = await tx
    .select({ id: audit.id, time: audit.time, name: audit.name, content: audit.content })
    .from(audit)
    .where(
      and(
        eq(audit.club, club),
        // The condition matches the predicate of the partial index, so that it is used.
        sql`${audit.action} in ${oneOf(settledActions)}`,
        sql`${audit.time} > ${now()}::timestamptz - interval '1 year'`,
      ),
    )
    .orderBy(desc(audit.id))
    .limit(settledAtMost);
  return {
    open: open.toSorted((one, other) => one.dueAt.localeCompare(other.dueAt)),
    closed,
    settled: settled.map(({ id, time, name, content }) => ({ id, at: time.toISOString(), by: name, what: content })),
  };
}
