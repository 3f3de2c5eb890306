import { eq } from 'drizzle-orm';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { maskedIban } from '#shared/kernel/iban.ts';
import { mandatesContract, type Mandate } from '#shared/money/mandates.ts';
import { mandateEndNames } from '#shared/money/mandateWords.ts';
import type { OrderPorts } from '#server/courses/orders/service.ts';
import { livingPerson } from '#server/people/persons/service.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { record } from '../charges/record.ts';
import { mandateFile } from './file.ts';
import { createMissingMandate, lackingMandates } from './lacking.ts';
import { listLeftPayers } from './leftPayers.ts';
import { notifyOfEnd, notifyOfMandate } from './mails.ts';
import { endOwnMandate, ownMandates } from './own.ts';
import { paymentOf, withoutMandate } from './payment.ts';
import { allMandates, listMandates, readMandate } from './rows.ts';
import { sepaMandate } from './table.ts';
import { collectOpen, completeMandate, endMandate, insertMandate, pauseMandate, replaceMandate, type MandateRow } from './write.ts';

const os = implementing(mandatesContract);
const exportLimit = 50_000;

/** Lists and views of SEPA mandates. */
const reading = {
  list: os.list.handler(({ context, input: { limit, cursor, club: asked, ...filter } }) => {
    const club = clubAsked(context, 'mandates.read', asked);
    return context.read((tx) => listMandates(tx, { ...filter, club }, { limit, cursor }));
  }),

  missing: os.missing.handler(({ context, input: { club: asked, search = '' } }) => {
    const club = clubAsked(context, 'mandates.read', asked);
    return context.read((tx) => withoutMandate(tx, club, search));
  }),

  left: os.left.handler(({ context, input: { club: asked, search = '' } }) => {
    const club = clubAsked(context, 'mandates.read', asked);
    return context.read((tx) => listLeftPayers(tx, club, search));
  }),

  ofPerson: os.ofPerson.handler(({ context, input }) =>
    context.read(async (tx) => {
      const of = await livingPerson(tx, input.id);
      allow(context, 'mandates.read', targetOf(context, of.club));
      return paymentOf(tx, of, input.asPayer);
    }),
  ),

  reveal: os.reveal.handler(({ context, input }) =>
    context.write(async (write) => {
      const row = await changeable(context, write.tx, input.id, 'mandates.reveal');
      const { payer } = await readMandate(write.tx, row.id);
      write.audit('mandates.reveal', row, `IBAN angezeigt: ${payer}, Mandat ${row.reference ?? 'ohne Referenz'}`);
      return { iban: row.iban };
    }),
  ),

  export: os.export.handler(({ context, input }) => {
    const club = clubAsked(context, 'mandates.reveal', input.club);
    return context.write(async (write) => {
      const rows = await allMandates(write.tx, club, exportLimit);
      write.audit('mandates.reveal', { club }, `Mandate mit IBAN exportiert (${rows.length})`, {
        after: { count: rows.length, listed: rows.map(({ row }) => row.id) },
      });
      return mandateFile(rows);
    });
  }),
};

/** The board's changes of mandates. */
const deciding = {
  create: os.create.handler(({ context, input: { collectsOpen, ...input } }) =>
    context.write(async (write) => {
      const { tx } = write;
      const payer = await livingPerson(tx, input.payerPersonId);
      const { club } = payer;
      allow(context, 'mandates.manage', targetOf(context, club));
      await enterScope(tx, club);
      if (input.forPersonId && (await livingPerson(tx, input.forPersonId)).club !== club) throw new Problem('not-found');
      const row = await insertMandate(tx, { ...input, club, createdBy: signedIn(context).userId });
      if (collectsOpen) announceCharges(write, row, await collectOpen(tx, row), 'werden eingezogen');
      await notifyOfMandate(tx, payer, row);
      return finish(write, row, `Mandat eingetragen: ${fullName(payer)}, ${wordsOf(row)}`);
    }),
  ),

  complete: os.complete.handler(({ context, input: { id, version, collectsOpen, ...values } }) =>
    context.write(async (write) => {
      const row = await changeable(context, write.tx, id, 'mandates.manage', version);
      const before = await readMandate(write.tx, id);
      await completeMandate(write.tx, row, values);
      if (collectsOpen) announceCharges(write, row, await collectOpen(write.tx, row), 'werden eingezogen');
      return finish(write, row, `Mandat ergänzt: ${before.payer}, ${values.reference}`, before);
    }),
  ),

  replace: os.replace.handler(({ context, input: { id, version, ...account } }) =>
    context.write(async (write) => {
      const row = await changeable(context, write.tx, id, 'mandates.manage', version);
      if (account.iban === row.iban && account.accountHolder === row.accountHolder && row.state === 'active')
        throw fieldProblem('iban', 'Konto und Inhaber sind dieselben wie bisher.');
      const before = await readMandate(write.tx, id);
      const made = await replaceMandate(write.tx, row, account, signedIn(context).userId);
      await notifyOfMandate(write.tx, await livingPerson(write.tx, row.payerPersonId), made);
      return finish(write, made, `Mandat ersetzt: ${before.payer}, ${wordsOf(made)} statt ${wordsOf(row)}`, before);
    }),
  ),

  end: os.end.handler(({ context, input: { id, version, reason, on } }) =>
    context.write(async (write) => {
      const row = await changeable(context, write.tx, id, 'mandates.manage', version);
      const before = await readMandate(write.tx, id);
      announceCharges(write, row, await endMandate(write.tx, row, reason, on), 'warten auf Überweisung');
      if (reason !== 'deceased') await notifyOfEnd(write.tx, await livingPerson(write.tx, row.payerPersonId), row, on);
      return finish(
        write,
        row,
        `Mandat beendet am ${germanDate(on)} (${mandateEndNames[reason]}): ${before.payer}, ${wordsOf(row)}`,
        before,
      );
    }),
  ),

  pause: os.pause.handler(({ context, input: { id, version, isPaused } }) =>
    context.write(async (write) => {
      const row = await changeable(context, write.tx, id, 'mandates.manage', version);
      const before = await readMandate(write.tx, id);
      await pauseMandate(write.tx, row, isPaused);
      return finish(write, row, `${isPaused ? 'Mandat ruht' : 'Mandat läuft weiter'}: ${before.payer}, ${wordsOf(row)}`, before);
    }),
  ),
};

/** The actions of the payers themselves. */
const own = (partnerOf: OrderPorts['partnerOf']) => ({
  mine: os.mine.handler(({ context }) => context.read((tx) => ownMandates(tx, signedIn(context).userId))),
  endOwn: os.endOwn.handler(({ context, input }) => endOwnMandate(context, input)),
  lacking: os.lacking.handler(({ context }) => context.read((tx) => lackingMandates(tx, signedIn(context).userId, partnerOf))),
  give: os.give.handler(({ context, input }) => createMissingMandate(context, input, partnerOf)),
});

/** SEPA mandates of the people of a club (/admin/money/mandates), and those that people give themselves. */
export const mandatesApi = (partnerOf: OrderPorts['partnerOf']) => os.router({ ...reading, ...deciding, ...own(partnerOf) });

/** Locks the mandate, and checks the viewer's rights and the version. */
async function changeable(context: Context, tx: Transaction, id: string, permission: Permission, version?: number): Promise<MandateRow> {
  const [row] = await tx.select().from(sepaMandate).where(eq(sepaMandate.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  allow(context, permission, targetOf(context, row.club));
  if (version !== undefined && version !== row.version) throw new Problem('conflict');
  await enterScope(tx, row.club);
  return row;
}

function wordsOf({ reference, iban }: Pick<MandateRow, 'reference' | 'iban'>): string {
  return `${reference ?? 'ohne Referenz'} (${maskedIban(iban)})`;
}

function announceCharges(write: Write, { club }: MandateRow, count: number, what: string): void {
  if (count > 0) record(write, club, `${count} ${count === 1 ? 'Forderung' : 'Forderungen'} ${what}`, { after: { count } });
}

async function finish(write: Write, { id, club }: MandateRow, content: string, before?: Mandate): Promise<Mandate> {
  const after = await readMandate(write.tx, id);
  write.audit('mandates.manage', { club, id }, content, { before: before && kept(before), after: kept(after) });
  write.changed({ collection: 'mandates', club, entityId: id });
  // The family page of a member shows the account.
  write.changed({ collection: 'members', club });
  return after;
}

/** The values of a mandate for the audit log: the account is masked. */
function kept({ reference, account, accountHolder, signedOn, state, isPaused, endedOn, endReason }: Mandate) {
  return { reference, account, accountHolder, signedOn, state, isPaused, endedOn, endReason };
}
