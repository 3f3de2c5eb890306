import { euros } from '#shared/kernel/money.ts';
import { chargeBatchesContract } from '#shared/money/batches/contract.ts';
import { chargeBatchAtMost, type ChargeBatchAction } from '#shared/money/batches/rules.ts';
import { clubAsked, signedIn } from '#server/platform/http/context.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { record } from '../charges/record.ts';
import { owedOf } from '../charges/rows.ts';
import { changeMany } from './change.ts';

const os = implementing(chargeBatchesContract);

const words: { readonly [action in ChargeBatchAction]: string } = {
  paid: 'Bezahlt',
  dueOn: 'Fälligkeit geändert',
  method: 'Zahlungsart geändert',
  payer: 'Zahler geändert',
  defer: 'Gestundet',
  waive: 'Erlassen',
  cancel: 'Storniert',
  remind: 'Erinnert',
  reopen: 'Wieder offen',
};

/** One change to all charges that match a filter. */
export const chargeBatchesApi = os.router({
  select: os.select.handler(({ context, input }) => {
    const club = clubAsked(context, 'charges.manage', input.club);
    return context.read((tx) => owedOf(tx, { ...input, club }, chargeBatchAtMost));
  }),

  change: os.change.handler(({ context, input }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      const { rows, ...result } = await changeMany(write.tx, { ...input, club, by: signedIn(context).name });
      const { items: _items, ...after } = input;
      if (rows.length > 0)
        record(
          write,
          club,
          `${words[input.action]}: ${rows.length} Forderungen, ${euros(result.cents)}${input.reason && ` (${input.reason})`}`,
          {
            before: { states: rows.map(({ reference, state, dueOn, method }) => `${reference}: ${state}, ${dueOn}, ${method}`) },
            after: { ...after, left: result.left },
          },
        );
      return result;
    });
  }),
});
