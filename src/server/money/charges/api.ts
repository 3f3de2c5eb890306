import { chargesContract } from '#shared/money/charges.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { allow, clubAsked, signedIn, targetOf } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { stagesOf } from '../dunning/levels.ts';
import { defer, waivePart } from '../payments/actions.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { changeStates, lockCharges, makeRefund } from './changes.ts';
import { exportFile } from './export.ts';
import { makeCharges, preview } from './make.ts';
import { myCharges } from './own.ts';
import { lockCharge, readCharge, record } from './record.ts';
import { allCharges, chargesById, listCharges, listPayers, namedIn } from './rows.ts';
import { today } from '#server/platform/process/clock.ts';

const os = implementing(chargesContract);
const exportLimit = 50_000;

/** Billing of courses: proposals, charges, payments and refunds. */
export const chargesApi = os.router({
  preview: os.preview.handler(({ context, input: { day = today(), ...scope } }) => {
    const club = clubAsked(context, 'charges.manage', scope.club);
    return context.read((tx) => preview(tx, { ...scope, club, day }));
  }),

  make: os.make.handler(({ context, input: { day = today(), participationIds: chosenIds, excluded: leftOut, ...order } }) => {
    const club = clubAsked(context, 'charges.manage', order.club);
    const excluding = leftOut.map(({ participationId: enrolmentId, ...why }) => ({ enrolmentId, ...why }));
    return context.write(async (write) => {
      const { courseIds, ...result } = await makeCharges(write.tx, {
        ...order,
        club,
        day,
        chosenIds,
        excluded: excluding,
        by: signedIn(context).name,
      });
      const { made, excluded, cents } = result;
      if (made + excluded > 0)
        record(write, club, `Forderungen erstellt: ${made} über ${euros(cents)}${excluded > 0 ? `, ${excluded} erlassen` : ''}`, {
          after: { ...result, dueOn: order.dueOn },
        });
      for (const entityId of courseIds) write.changed({ collection: 'courses', club, entityId });
      return result;
    });
  }),

  list: os.list.handler(({ context, input: { limit, cursor, ...filter } }) => {
    const club = clubAsked(context, 'charges.manage', filter.club);
    return context.read((tx) => listCharges(tx, { ...filter, club }, { limit, cursor }));
  }),

  payers: os.payers.handler(({ context, input: { limit, cursor, ...filter } }) => {
    const club = clubAsked(context, 'charges.manage', filter.club);
    return context.read((tx) => listPayers(tx, { ...filter, club }, { limit, cursor }));
  }),

  setState: os.setState.handler(({ context, input: { items, ...change } }) =>
    context.write(async (write) => {
      const rows = await lockCharges(write.tx, items);
      const [first] = rows;
      if (!first) throw new Problem('not-found');
      for (const row of rows) allow(context, 'charges.manage', targetOf(context, row.club));
      await changeStates(write.tx, rows, { ...change, by: signedIn(context).name });
      const what = `${stateWords[change.to]}: ${rows
        .map(({ reference }) => reference)
        .slice(0, 5)
        .join(', ')}${rows.length > 5 ? ` und ${rows.length - 5} weitere` : ''}`;
      record(write, first.club, `${what}${change.reason && ` (${change.reason})`}`, {
        entityId: rows.length === 1 ? first.id : undefined,
        before: { states: rows.map(({ reference, state }) => `${reference}: ${state}`) },
        after: { state: change.to, paidOn: change.paidOn },
      });
      return chargesById(
        write.tx,
        rows.map(({ id }) => id),
      );
    }),
  ),

  refund: os.refund.handler(({ context, input: { cents, reason, ...item } }) =>
    context.write(async (write) => {
      const row = await lockCharge(context, write, item);
      const id = await makeRefund(write.tx, row, cents, reason);
      const made = await readCharge(write.tx, id);
      record(write, row.club, `Erstattung ${made.reference}: ${euros(cents)} zu ${row.reference} (${reason})`, {
        entityId: id,
        after: { refundOf: row.reference, cents: -cents },
      });
      return made;
    }),
  ),

  waive: os.waive.handler(({ context, input: { cents, reason, ...item } }) =>
    context.write(async (write) => {
      const row = await lockCharge(context, write, item);
      await waivePart(write.tx, row, cents, reason, signedIn(context).name);
      record(write, row.club, `Erlassen: ${euros(cents)} von ${row.reference} (${reason})`, { entityId: row.id, after: { cents } });
      return readCharge(write.tx, row.id);
    }),
  ),

  defer: os.defer.handler(({ context, input: { until, reason, ...item } }) =>
    context.write(async (write) => {
      const row = await lockCharge(context, write, item);
      await defer(write.tx, row, until, reason);
      const what = until ? `Gestundet bis ${germanDate(until)}: ${row.reference} (${reason})` : `Stundung aufgehoben: ${row.reference}`;
      record(write, row.club, what, { entityId: row.id, before: { deferredUntil: row.deferredUntil }, after: { deferredUntil: until } });
      return readCharge(write.tx, row.id);
    }),
  ),

  export: os.export.handler(({ context, input: { format, columns, ...filter } }) => {
    const club = clubAsked(context, 'charges.manage', filter.club);
    return context.write(async (write) => {
      const rows = await allCharges(write.tx, { ...filter, club }, exportLimit);
      const content = `Forderungen exportiert (${rows.length}, ${format.toUpperCase()})`;
      write.audit('charges.manage', { club }, content, {
        after: {
          count: rows.length,
          listed: await namedIn(
            write.tx,
            rows.map(({ id }) => id),
          ),
        },
      });
      return exportFile(rows, await stagesOf(write.tx, club), format, columns);
    });
  }),

  mine: os.mine.handler(({ context }) => {
    const { userId } = signedIn(context);
    return context.read((tx) => myCharges(tx, userId));
  }),
});

const stateWords = { open: 'Wieder offen', paid: 'Bezahlt', written_off: 'Erlassen', cancelled: 'Storniert' } as const;
