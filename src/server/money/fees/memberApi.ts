import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { germanDate } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { euros } from '#shared/kernel/money.ts';
import { exceptionKindNames, feeRhythmNames, memberMethodNames } from '#shared/money/fees/feeWords.ts';
import {
  memberFeesContract,
  type FeeExceptionInput,
  type FeeTermsInput,
  type MemberFees,
  type OwnFees,
} from '#shared/money/fees/memberFees.ts';
import { holdDepartments } from '#server/club/departments/service.ts';
import { membersOf } from '#server/people/members/service.ts';
import { member } from '#server/people/members/table.ts';
import { confirmedPeople, livingPerson } from '#server/people/persons/service.ts';
import { enterScope, inAllClubs, type Transaction, type Write } from '#server/platform/database/database.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { today } from '#server/platform/process/clock.ts';
import { agreedWith, changeException, insertException, saveTerms, type ExceptionRow } from './agreed.ts';
import { computeFees } from './facts.ts';
import { memberFee } from './table.ts';

const os = implementing(memberFeesContract);
type Person = Awaited<ReturnType<typeof livingPerson>>;

/** The agreements about the fees of one member. */
export const memberFeesApi = os.router({
  ofPerson: os.ofPerson.handler(({ context, input }) =>
    context.read(async (tx) => {
      const of = await livingPerson(tx, input.id);
      allow(context, 'fees.manage', targetOf(context, of.club));
      await enterScope(tx, of.club);
      return feesOf(tx, of);
    }),
  ),

  mine: os.mine.handler(({ context }) => context.read((tx) => ownFees(tx, signedIn(context).userId))),

  saveTerms: os.saveTerms.handler(({ context, input: { id, version, ...terms } }) =>
    context.write(async (write) => {
      const { of, memberId } = await memberFor(context, write.tx, id);
      const { terms: before } = await agreedWith(write.tx, memberId);
      await saveTerms(write.tx, { club: of.club, memberId }, terms, version);
      return finish(write, of, {
        id: memberId,
        content: `Zahlweise festgelegt: ${fullName(of)}, ${termsWords(terms)}`,
        before,
        after: terms,
      });
    }),
  ),

  createException: os.createException.handler(({ context, input: { id, ...input } }) =>
    context.write(async (write) => {
      const { of, memberId } = await memberFor(context, write.tx, id);
      if (input.departmentId !== null) await holdDepartments(write.tx, of.club, [input.departmentId], 'departmentId');
      await insertException(write.tx, { club: of.club, memberId }, randomUUID(), input);
      return finish(write, of, { id: memberId, content: `Ausnahme vom Beitrag: ${fullName(of)}, ${exceptionWords(input)}`, after: input });
    }),
  ),

  updateException: os.updateException.handler(({ context, input: { id, version, ...input } }) =>
    context.write(async (write) => {
      const { of, row } = await exceptionFor(context, write.tx, id);
      if (row.version !== version) throw new Problem('conflict');
      if (input.departmentId !== null && input.departmentId !== row.departmentId)
        await holdDepartments(write.tx, of.club, [input.departmentId], 'departmentId');
      await changeException(write.tx, row, input);
      const content = `Ausnahme vom Beitrag geändert: ${fullName(of)}, ${exceptionWords(input)}`;
      return finish(write, of, { id: row.memberId, content, before: row, after: input });
    }),
  ),

  deleteException: os.deleteException.handler(({ context, input }) =>
    context.write(async (write) => {
      const { of, row } = await exceptionFor(context, write.tx, input.id);
      await write.tx.delete(memberFee).where(eq(memberFee.id, row.id));
      const content = `Ausnahme vom Beitrag gelöscht: ${fullName(of)}, ${exceptionWords(row)}`;
      await finish(write, of, { id: row.memberId, content, before: row });
      return { ok: true } as const;
    }),
  ),
});

/** The member of this person; throws unless the viewer may change their fees. */
async function memberFor(context: Context, tx: Transaction, personId: string): Promise<{ of: Person; memberId: string }> {
  const of = await livingPerson(tx, personId);
  allow(context, 'fees.manage', targetOf(context, of.club));
  await enterScope(tx, of.club);
  const membership = (await membersOf(tx, [personId])).get(personId);
  if (!membership) throw new Problem('wrong-state');
  return { of, memberId: membership.id };
}

async function exceptionFor(context: Context, tx: Transaction, id: string): Promise<{ of: Person; row: ExceptionRow }> {
  const [row] = await tx.select().from(memberFee).where(eq(memberFee.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  allow(context, 'fees.manage', targetOf(context, row.club));
  await enterScope(tx, row.club);
  const [whose] = await tx.select({ personId: member.personId }).from(member).where(eq(member.id, row.memberId));
  if (!whose) throw new Problem('not-found');
  return { of: await livingPerson(tx, whose.personId), row };
}

async function feesOf(tx: Transaction, of: Person): Promise<MemberFees> {
  const year = Number(today().slice(0, 4));
  const membership = (await membersOf(tx, [of.id])).get(of.id);
  const { terms, exceptions } = membership ? await agreedWith(tx, membership.id) : { terms: undefined, exceptions: [] };
  const { lines, faults } = await computeFees(tx, of.club, { from: `${year}-01-01`, to: `${year}-12-31` }, [of.id]);
  return {
    club: of.club,
    isMember: membership !== undefined,
    terms: {
      rhythm: terms?.rhythm ?? null,
      method: terms?.method ?? null,
      feesFrom: terms?.feesFrom ?? null,
      version: terms?.version ?? 0,
    },
    exceptions: exceptions.map(({ club: _club, memberId: _member, ...one }) => one),
    year,
    lines: lines
      .filter(({ personId }) => personId === of.id)
      .map(({ slot, label, reason, from, to, cents }) => ({ slot, label, reason, from, to, cents })),
    faults: [...new Set(faults.map(({ reason }) => reason))],
  };
}

/** This year's fees by the rules for everybody for whom a user acts with a confirmed access; nothing for those without any. */
async function ownFees(tx: Transaction, userId: string): Promise<OwnFees[]> {
  const people = await confirmedPeople(tx, userId);
  const year = Number(today().slice(0, 4));
  return inAllClubs(tx, async () => {
    const all: OwnFees[] = [];
    for (const [club, of] of Map.groupBy(people, (one) => one.club)) {
      const ids = of.map(({ id }) => id);
      const { lines } = await computeFees(tx, club, { from: `${year}-01-01`, to: `${year}-12-31` }, ids);
      const owed = Map.groupBy(
        lines.filter(({ change }) => change !== 'gone'),
        ({ personId }) => personId,
      );
      for (const one of of) {
        const own = owed.get(one.id) ?? [];
        const shown = own.map(({ slot, label, reason, from, to, cents }) => ({ slot, label, reason, from, to, cents }));
        if (shown.length > 0) all.push({ personId: one.id, name: fullName(one), club, year, lines: shown });
      }
    }
    return all;
  });
}

type Done = { id: string; content: string; before?: object | undefined; after?: object };

async function finish(write: Write, of: Person, { id, content, before, after }: Done): Promise<MemberFees> {
  write.audit('fees.manage', { club: of.club, id }, content, {
    ...(before && { before: { ...before } }),
    ...(after && { after: { ...after } }),
  });
  write.changed({ collection: 'fees', club: of.club, entityId: id });
  return feesOf(write.tx, of);
}

function termsWords({ rhythm, method, feesFrom }: FeeTermsInput): string {
  const words = [
    rhythm ? feeRhythmNames[rhythm] : 'Zahlweise der Regel',
    method && memberMethodNames[method],
    feesFrom && `Beitrag ab ${germanDate(feesFrom)}`,
  ];
  return words.filter(Boolean).join(', ');
}

function exceptionWords({
  kind,
  cents,
  percent,
  from,
  to,
  reason,
}: Pick<FeeExceptionInput, 'kind' | 'cents' | 'percent' | 'from' | 'to' | 'reason'>): string {
  const price = kind === 'cents' ? euros(cents) : kind === 'percent' ? `${percent} % ermäßigt` : exceptionKindNames.free;
  return `${price} ab ${germanDate(from)}${to ? ` bis ${germanDate(to)}` : ''} (${reason})`;
}
