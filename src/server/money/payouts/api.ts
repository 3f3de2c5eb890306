import { eq } from 'drizzle-orm';
import { euros } from '#shared/kernel/money.ts';
import { nextBankDay } from '#shared/money/sepaRules.ts';
import { payoutsContract, type NameAnswerInput, type PayoutRun } from '#shared/money/payouts/contract.ts';
import { nameAnswerNames } from '#shared/money/payouts/words.ts';
import { accountFor } from '#server/club/bankAccounts/service.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { enterScope, type Write } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { today } from '#server/platform/process/clock.ts';
import { requireSecondPerson } from '../sepa/fourEyes.ts';
import { ownAccounts, saveAccount } from './accounts.ts';
import { candidatesOf, toShown } from './candidates.ts';
import { requestAccounts } from './mails.ts';
import { discardRun, executeRun, failItem, moveRun } from './actions.ts';
import { payoutFile } from './file.ts';
import { answerName } from './nameAnswers.ts';
import { listRuns, liveItems, makeRun, readRun } from './runs.ts';
import { payoutRun, type RunRow } from './table.ts';

const os = implementing(payoutsContract);

const running = {
  propose: os.propose.handler(({ context, input }) => {
    const club = clubAsked(context, 'payouts.manage', input.club);
    return context.read(async (tx) => {
      await enterScope(tx, club);
      const { creditorName, creditorIban } = await accountFor(tx, club, { use: 'isPay', chosenId: input.accountId });
      const missing = [!creditorName && 'Kontoinhaber', !creditorIban && 'IBAN'].filter((word) => word !== false);
      return { missing, executionOn: nextBankDay(today()), candidates: (await candidatesOf(tx, club)).map(toShown) };
    });
  }),

  list: os.list.handler(({ context, input }) => {
    const club = clubAsked(context, 'payouts.manage', input.club);
    return context.read((tx) => listRuns(tx, club, input, signedIn(context).userId));
  }),

  create: os.create.handler(({ context, input: { club: asked, ...order } }) => {
    const club = clubAsked(context, 'payouts.manage', asked);
    return context.write(async (write) => {
      await enterScope(write.tx, club);
      const run = await makeRun(write.tx, club, order, signedIn(context));
      return finish(context, write, run, `Sammelüberweisung ${run.messageId} angelegt: ${euros(run.totalCents)}`);
    });
  }),

  file: os.file.handler(({ context, input }) =>
    context.write(async (write) => {
      const run = await lockRun(context, write, input.id);
      if (run.state === 'discarded') throw new Problem('wrong-state');
      await requireSecondPerson(context, write, run);
      if (run.state === 'draft') await moveRun(write.tx, run, 'downloaded');
      const items = await liveItems(write.tx, run.id);
      await finish(
        context,
        write,
        run,
        `Überweisungsdatei heruntergeladen: ${run.messageId}`,
        items.map(({ personId }) => personId),
      );
      return new File([payoutFile(run, items)], `${run.messageId}.xml`, { type: 'application/xml' });
    }),
  ),
};

const settling = {
  execute: os.execute.handler(({ context, input: { id, executedOn, version } }) =>
    context.write(async (write) => {
      const run = await lockRun(context, write, id, version);
      await requireSecondPerson(context, write, run);
      await executeRun(write.tx, run, executedOn, signedIn(context).name);
      return finish(context, write, run, `Sammelüberweisung ${run.messageId} ausgeführt: ${euros(run.totalCents)}`);
    }),
  ),

  discard: os.discard.handler(({ context, input: { id, version } }) =>
    context.write(async (write) => {
      const run = await lockRun(context, write, id, version);
      await discardRun(write.tx, run);
      return finish(context, write, run, `Sammelüberweisung ${run.messageId} verworfen`);
    }),
  ),

  fail: os.fail.handler(({ context, input: { id, itemId, reason, version } }) =>
    context.write(async (write) => {
      const run = await lockRun(context, write, id, version);
      const item = await failItem(write.tx, run, itemId, reason, signedIn(context).name);
      return finish(context, write, run, `Überweisung an ${item.holder} kam zurück (${reason}): ${euros(item.cents)} in ${run.messageId}`);
    }),
  ),

  answerName: os.answerName.handler(({ context, input: { id, itemId, said, version } }) =>
    context.write(async (write) => {
      const run = await lockRun(context, write, id, version);
      const item = await answerName(write.tx, run, { itemId, said, by: signedIn(context).name });
      return finish(context, write, run, `Empfängerprüfung der Bank in ${run.messageId}: ${item.holder} ${inWords(said)}`, [item.personId]);
    }),
  ),
};

const accounts = {
  askForAccounts: os.askForAccounts.handler(({ context, input }) => {
    const club = clubAsked(context, 'payouts.manage', input.club);
    return context.write(async (write) => {
      await enterScope(write.tx, club);
      const asked = await requestAccounts(write.tx, context.settings, club);
      write.audit('payouts.manage', { entity: 'charges', club }, `Nach dem Konto für Auszahlungen gefragt: ${asked.told}`);
      return asked;
    });
  }),

  ownAccounts: os.ownAccounts.handler(({ context }) => {
    const { userId } = signedIn(context);
    return context.read((tx) => ownAccounts(tx, userId));
  }),

  setOwnAccount: os.setOwnAccount.handler(({ context, input }) =>
    context.write(async (write) => {
      const { userId, name } = signedIn(context);
      const own = (await ownAccounts(write.tx, userId)).find(({ personId }) => personId === input.personId);
      if (!own) throw new Problem('not-found');
      await enterScope(write.tx, own.club);
      const account = await saveAccount(write.tx, own.club, input, name);
      const about = { entity: 'charges' as const, club: own.club, id: own.personId };
      write.audit('payouts.manageOwn', about, `Eigenes Konto für Auszahlungen eingetragen: ${account.account}`);
      write.changed({ collection: 'charges', club: own.club });
      return account;
    }),
  ),

  setAccount: os.setAccount.handler(({ context, input: { club: asked, ...typed } }) => {
    const club = clubAsked(context, 'payouts.manage', asked);
    return context.write(async (write) => {
      await enterScope(write.tx, club);
      const account = await saveAccount(write.tx, club, typed, signedIn(context).name);
      write.audit(
        'payouts.manage',
        { entity: 'charges', club, id: typed.personId },
        `Konto für Auszahlungen eingetragen: ${account.holder}, ${account.account}`,
      );
      write.changed({ collection: 'charges', club });
      return account;
    });
  }),
};

/** Outgoing money, as files of transfers (/admin/money/payouts), and the payees' bank accounts. */
export const payoutsApi = os.router({ ...running, ...settling, ...accounts });

function inWords(said: NameAnswerInput): string {
  return said.answer === 'close' ? `${nameAnswerNames.close}, übernommen: ${said.bankName}` : nameAnswerNames[said.answer];
}

async function lockRun(context: Context, { tx }: Write, id: string, version?: number): Promise<RunRow> {
  const [run] = await tx.select().from(payoutRun).where(eq(payoutRun.id, id)).for('update');
  if (!run) throw new Problem('not-found');
  allow(context, 'payouts.manage', targetOf(context, run.club));
  if (version !== undefined && run.version !== version) throw new Problem('conflict');
  await enterScope(tx, run.club);
  return run;
}

async function finish(context: Context, write: Write, { id, club }: RunRow, content: string, listed?: string[]): Promise<PayoutRun> {
  write.audit('payouts.manage', { entity: 'charges', club, id }, content, { ...(listed && { after: { listed } }) });
  write.changed({ collection: 'charges', club, entityId: id });
  write.changed({ collection: 'courses', club });
  return readRun(write.tx, id, signedIn(context).userId);
}
