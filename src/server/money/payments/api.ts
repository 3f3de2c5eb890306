import { paymentsContract } from '#shared/money/payments.ts';
import { euros } from '#shared/kernel/money.ts';
import { clubAsked, signedIn } from '#server/platform/http/context.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { record } from '../charges/record.ts';
import { accountOf } from './accounts.ts';
import { ownCredit } from './ownCredit.ts';
import { paidFile, paidYears } from './ownPaid.ts';
import { remind } from './reminders.ts';
import { sendStatement, statementFile } from './statement.ts';
import { payOut, bookPayment, undoPayment, spendCredit } from './actions.ts';

const os = implementing(paymentsContract);

/** The account of a payer: payments and their allocations. */
export const paymentsApi = os.router({
  ownCredit: os.ownCredit.handler(({ context }) => {
    const { userId } = signedIn(context);
    return context.read((tx) => ownCredit(tx, userId));
  }),

  paidYears: os.paidYears.handler(({ context }) => {
    const { userId } = signedIn(context);
    return context.read((tx) => paidYears(tx, userId));
  }),

  paidFile: os.paidFile.handler(({ context, input: { club, year } }) => {
    const { userId } = signedIn(context);
    return context.read((tx) => paidFile(tx, userId, club, year));
  }),

  account: os.account.handler(({ context, input }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.read((tx) => accountOf(tx, club, input.payerId));
  }),

  create: os.create.handler(({ context, input }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      // Refuses a person whom the club does not know before anything is locked or written.
      await accountOf(write.tx, club, input.payerId);
      const left = await bookPayment(write.tx, { ...input, club }, signedIn(context).name);
      const account = await accountOf(write.tx, club, input.payerId);
      record(
        write,
        club,
        `Zahlung erfasst: ${euros(input.cents)} von ${account.name}${left > 0 ? `, davon ${euros(left)} Guthaben` : ''}`,
        {
          after: { cents: input.cents, bookedOn: input.bookedOn, kind: input.kind, shares: input.shares },
        },
      );
      return account;
    });
  }),

  reverse: os.reverse.handler(({ context, input: { id, reason } }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      const payerId = await undoPayment(write.tx, club, id, reason, signedIn(context).name);
      const account = await accountOf(write.tx, club, payerId);
      record(write, club, `Zahlung zurückgenommen: ${account.name} (${reason})`, { after: { paymentId: id } });
      return account;
    });
  }),

  spendCredit: os.spendCredit.handler(({ context, input: { payerId } }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      const cents = await spendCredit(write.tx, club, payerId);
      const account = await accountOf(write.tx, club, payerId);
      record(write, club, `Guthaben verrechnet: ${euros(cents)} von ${account.name}`, { after: { cents } });
      return account;
    });
  }),

  statementFile: os.statementFile.handler(({ context, input: { payerId, year } }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      const account = await accountOf(write.tx, club, payerId, true);
      write.audit('charges.manage', { club, id: payerId }, `Kontoauszug ${year} als Datei: ${account.name}`, {
        after: { listed: [payerId] },
      });
      return statementFile(write.tx, club, account, year);
    });
  }),

  sendStatement: os.sendStatement.handler(({ context, input: { payerId, year } }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      const account = await accountOf(write.tx, club, payerId, true);
      const email = await sendStatement(write.tx, club, account, year);
      record(write, club, `Kontoauszug ${year} an ${account.name} gesendet`, { after: { payerId, year } });
      return { email };
    });
  }),

  remind: os.remind.handler(({ context, input: { payerId } }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      const { name } = await accountOf(write.tx, club, payerId);
      const cents = await remind(write.tx, club, payerId);
      record(write, club, `Zahlungserinnerung an ${name}: ${euros(cents)}`, { after: { cents } });
      return accountOf(write.tx, club, payerId);
    });
  }),

  payOut: os.payOut.handler(({ context, input }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      await payOut(write.tx, { ...input, club }, signedIn(context).name);
      const account = await accountOf(write.tx, club, input.payerId);
      record(write, club, `Guthaben ausgezahlt: ${euros(input.cents)} an ${account.name}`, { after: { cents: input.cents } });
      return account;
    });
  }),
});
