import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import { memberBatch, unchangedNamedAtMost, type MemberBatch, type MemberBatchDone } from '#shared/people/memberBatch.ts';
import type { selectedBy } from '#shared/people/memberBatch.ts';
import type { z } from 'zod';
import { addDays } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { clubAsked, type Context } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { commitBatch } from '#server/platform/database/batches.ts';
import { changeableMany, finishMany } from './changing.ts';
import { readMembers, type Pair } from './record.ts';
import { refuseChanged } from './selection.ts';
import { memberDepartment } from './table.ts';
import { changeMember, moveDepartmentEnds, setDepartments } from './write.ts';
import { today } from '#server/platform/process/clock.ts';

type Batch = { batchId: string; ids: readonly string[]; of?: z.output<typeof selectedBy> | undefined; change: MemberBatch };

const words: { readonly [action in MemberBatch['action']]: string } = {
  setKind: 'Art geändert',
  setFeeGroup: 'Beitragsgruppe geändert',
  setBirthDate: 'Geburtsdatum geändert',
  setGender: 'Geschlecht geändert',
  endDepartments: 'Abteilungen zum Austritt beendet',
  addDepartment: 'In Abteilung aufgenommen',
  endDepartment: 'Abteilung beendet',
  leave: 'Austritt eingetragen',
};

/** Applies one change to many members in one transaction. Repeating the request returns 409. */
export function changeMany(context: Context, { batchId, ids, of, change: asked }: Batch): Promise<MemberBatchDone> {
  const wanted = memberBatch.parse(asked);
  return context.write(async (write) => {
    await commitBatch(write.tx, batchId);
    if (of) await refuseChanged(write.tx, { ...of.filter, club: clubAsked(context, 'members.list', of.filter.club) }, of.mark);
    const pairs = await changeableMany(context, write.tx, ids, 'members.update');
    const before = await readMembers(write.tx, ids);
    const unchanged: MemberBatchDone['unchanged'] = [];
    for (const pair of pairs) {
      const reason = await change(write.tx, pair, wanted);
      if (reason === undefined) continue;
      before.delete(pair.member.id);
      unchanged.push({ name: fullName(pair.person), reason });
    }
    await finishMany(write, 'members.update', words[wanted.action], before);
    return { count: before.size, unchanged: unchanged.slice(0, unchangedNamedAtMost) };
  });
}

const unneeded = 'schon so';

/** Returns why there was nothing to change, undefined if something was. */
async function change(tx: Transaction, pair: Pair, wanted: MemberBatch): Promise<string | undefined> {
  const { member } = pair;
  switch (wanted.action) {
    case 'setKind':
      if (member.kind === wanted.kind) return unneeded;
      await changeMember(tx, pair, { kind: wanted.kind });
      return undefined;
    case 'setFeeGroup':
      if ((member.feeGroup ?? '') === wanted.feeGroup) return unneeded;
      await changeMember(tx, pair, { feeGroup: wanted.feeGroup || null });
      return undefined;
    case 'setBirthDate':
      if (wanted.birthDate > today()) throw fieldProblem('change.birthDate', 'Bitte kein Tag, der noch kommt.');
      if (pair.person.birthDate === wanted.birthDate) return unneeded;
      await changeMember(tx, pair, {}, { birthDate: wanted.birthDate });
      return undefined;
    case 'setGender':
      if ((pair.person.gender ?? 'x') === wanted.gender) return unneeded;
      await changeMember(tx, pair, {}, { gender: wanted.gender });
      return undefined;
    case 'endDepartments':
      if (!member.leftOn) return 'nicht ausgetreten';
      await moveDepartmentEnds(tx, member, member.leftOn);
      await changeMember(tx, pair, {});
      return undefined;
    case 'leave':
      if (member.leftOn) return 'schon ausgetreten';
      if (wanted.leftOn < member.joinedOn) throw fieldProblem('change.leftOn', `Nummer ${member.memberNo} ist erst später eingetreten.`);
      await moveDepartmentEnds(tx, member, wanted.leftOn);
      await changeMember(tx, pair, {
        leftOn: wanted.leftOn,
        noticeOn: today(),
        leaveReason: wanted.leaveReason || null,
        status: 'terminated',
      });
      return undefined;
    default:
      return moveDepartment(tx, pair, wanted);
  }
}

type DepartmentAction = Extract<MemberBatch, { departmentId: string }>;

/** Future members start in the department on their joining date; former members are left unchanged. */
async function moveDepartment(tx: Transaction, pair: Pair, { action, departmentId, from }: DepartmentAction): Promise<string | undefined> {
  const { member } = pair;
  const day = from < member.joinedOn ? member.joinedOn : from;
  if (member.leftOn && day > member.leftOn) return 'schon ausgetreten';
  const last = action === 'endDepartment' ? addDays(day, -1) : day;
  const rows = await tx
    .select({ id: memberDepartment.departmentId })
    .from(memberDepartment)
    .where(
      and(
        eq(memberDepartment.memberId, member.id),
        lte(memberDepartment.validFrom, day),
        or(isNull(memberDepartment.validTo), gt(memberDepartment.validTo, last), eq(memberDepartment.validTo, last)),
      ),
    );
  const present = [...new Set(rows.map(({ id }) => id))];
  const isIn = present.includes(departmentId);
  if (isIn === (action === 'addDepartment')) return isIn ? 'schon dabei' : 'nicht dabei';
  await setDepartments(tx, member, isIn ? present.filter((id) => id !== departmentId) : [...present, departmentId], day);
  await changeMember(tx, pair, {});
  return undefined;
}
