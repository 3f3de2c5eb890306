import { euros } from '#shared/kernel/money.ts';
import { openingsContract } from '#shared/money/openings/contract.ts';
import { clubAsked, signedIn } from '#server/platform/http/context.ts';
import { enterScope } from '#server/platform/database/database.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { record } from '../charges/record.ts';
import { bookOpenings, checkOpenings } from './book.ts';

const os = implementing(openingsContract);

/** Open charges and credits imported from the previous program. */
export const openingsApi = os.router({
  check: os.check.handler(({ context, input: { content } }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.read(async (tx) => {
      await enterScope(tx, club);
      return checkOpenings(tx, club, content);
    });
  }),

  book: os.book.handler(({ context, input }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      await enterScope(write.tx, club);
      const sums = await bookOpenings(write.tx, club, input, signedIn(context).name);
      const { charges, chargeCents, credits, creditCents } = sums;
      record(
        write,
        club,
        `Anfangssalden übernommen: ${charges} offen über ${euros(chargeCents)}, ${credits} Guthaben über ${euros(creditCents)}`,
        {
          after: sums,
        },
      );
      return sums;
    });
  }),
});
