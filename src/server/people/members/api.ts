import { membersContract } from '#shared/people/members.ts';
import { clubAsked, signedIn, type Context } from '#server/platform/http/context.ts';
import { enterScope } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { findAlike } from './alike.ts';
import { exportMembers, type MemberFileLook } from './export.ts';
import { changeMany } from './batch.ts';
import { feeGroupsOf, listMembers, type MemberFilter } from './list.ts';
import { changeable, finish } from './changing.ts';
import { lockMember, readMember } from './record.ts';
import { ownMembers } from './own.ts';
import { refuseOtherThanFamily, type PayingTogether } from './paying.ts';
import { mayRead } from './rights.ts';
import { selectAll } from './selection.ts';
import {
  changeMember,
  insertMember,
  insertPerson,
  updateKnown,
  moveDepartmentEnds,
  nextNumber,
  payerFor,
  personValues,
  setDepartments,
} from './write.ts';
import { today } from '#server/platform/process/clock.ts';
import type { ExportFormat } from '#shared/kernel/fields.ts';

const os = implementing(membersContract);

const handlers = {
  list: os.list.handler(({ context, input: { limit, cursor, sort, descending, ...filter } }) => {
    const club = clubAsked(context, 'members.list', filter.club);
    return context.read((tx) => listMembers(tx, { ...filter, club }, { sort, descending }, { limit, cursor }));
  }),

  selection: os.selection.handler(({ context, input }) => {
    const club = clubAsked(context, 'members.list', input.club);
    return context.read((tx) => selectAll(tx, { ...input, club }));
  }),

  nextNumber: os.nextNumber.handler(({ context, input }) => {
    const club = clubAsked(context, 'members.create', input.club);
    return context.read(async (tx) => ({ memberNo: await nextNumber(tx, club) }));
  }),

  feeGroups: os.feeGroups.handler(({ context, input }) => {
    const club = clubAsked(context, 'members.list', input.club);
    return context.read((tx) => feeGroupsOf(tx, club));
  }),

  alike: os.alike.handler(({ context, input: { club: asked, ...typed } }) => {
    const club = clubAsked(context, 'members.create', asked);
    return context.read((tx) => findAlike(tx, club, typed));
  }),

  export: os.export.handler(({ context, input: { format, columns, sort, descending, ...filter } }) =>
    exported(context, filter, format, { order: { sort, descending }, shown: columns }),
  ),

  exportChosen: os.exportChosen.handler(({ context, input: { format, columns, ...filter } }) =>
    exported(context, filter, format, { order: byName, shown: columns }),
  ),

  batch: os.batch.handler(({ context, input }) => changeMany(context, input)),

  mine: os.mine.handler(({ context }) => context.read((tx) => ownMembers(tx, signedIn(context)))),

  read: os.read.handler(({ context, input }) =>
    context.read(async (tx) => {
      const record = await readMember(tx, input.id);
      if (await mayRead(tx, context, record)) return record;
      // 404 rather than 403, so that memberships cannot be probed.
      throw new Problem('not-found');
    }),
  ),

  create: os.create.handler(({ context, input }) => {
    const { club: asked, departmentIds, memberNo, kind, joinedOn, feeGroup, payerPersonId, personId: known, ...values } = input;
    const club = clubAsked(context, 'members.create', asked);
    return context.write(async (write) => {
      await enterScope(write.tx, club);
      const personId = known ? await updateKnown(write.tx, club, known, values) : await insertPerson(write.tx, club, values);
      const payer = await payerFor(write.tx, { club, personId }, payerPersonId);
      const id = await insertMember(write.tx, club, personId, { memberNo, kind, joinedOn, feeGroup, ...payer });
      const made = await lockMember(write.tx, id);
      await setDepartments(write.tx, made.member, departmentIds, joinedOn);
      return finish(write, made, 'members.create', 'Mitglied aufgenommen', undefined);
    });
  }),

  rejoin: os.rejoin.handler(({ context, input: { id, ...values } }) =>
    context.write(async (write) => {
      const old = await changeable(context, write.tx, id, 'members.create');
      await enterScope(write.tx, old.member.club);
      const made = await insertMember(write.tx, old.member.club, old.person.id, { ...values, payerPersonId: old.member.payerPersonId });
      return finish(write, await lockMember(write.tx, made), 'members.create', 'Mitglied wieder aufgenommen', undefined);
    }),
  ),

  setDepartments: os.setDepartments.handler(({ context, input: { id, version, departmentIds, from } }) =>
    context.write(async (write) => {
      const pair = await changeable(context, write.tx, id, 'members.update', version);
      const before = await readMember(write.tx, id);
      await setDepartments(write.tx, pair.member, departmentIds, from);
      await changeMember(write.tx, pair, {});
      return finish(write, pair, 'members.update', 'Abteilungen geändert', before);
    }),
  ),

  leave: os.leave.handler(({ context, input: { id, version, leftOn, noticeOn, leaveReason } }) =>
    context.write(async (write) => {
      const pair = await changeable(context, write.tx, id, 'members.update', version);
      if (leftOn && leftOn < pair.member.joinedOn) throw fieldProblem('leftOn', 'Bitte kein Tag vor dem Eintritt.');
      const before = await readMember(write.tx, id);
      await moveDepartmentEnds(write.tx, pair.member, leftOn || null);
      await changeMember(write.tx, pair, {
        leftOn: leftOn || null,
        noticeOn: leftOn ? noticeOn || today() : null,
        leaveReason: leftOn ? leaveReason || null : null,
        status: leftOn ? 'terminated' : 'active',
      });
      return finish(write, pair, 'members.update', leftOn ? 'Austritt eingetragen' : 'Austritt zurückgenommen', before);
    }),
  ),
};

/** The members of a club (/admin/members), and a member's own page (/member/{memberId}). */
export const membersApi = (together: PayingTogether) => os.router({ ...handlers, update: updating(together) });

function updating(together: PayingTogether) {
  return os.update.handler(({ context, input: { id, version, memberNo, kind, joinedOn, feeGroup, payerPersonId, ...values } }) =>
    context.write(async (write) => {
      const pair = await changeable(context, write.tx, id, 'members.update', version);
      if (pair.member.leftOn && joinedOn > pair.member.leftOn) throw fieldProblem('joinedOn', 'Bitte kein Tag nach dem Austritt.');
      const before = await readMember(write.tx, id);
      const payer = await payerFor(write.tx, pair.member, payerPersonId);
      await refuseOtherThanFamily(write.tx, pair, payer, together);
      await changeMember(write.tx, pair, { memberNo, kind, joinedOn, feeGroup: feeGroup || null, ...payer }, personValues(values));
      return finish(write, pair, 'members.update', 'Mitglied geändert', before);
    }),
  );
}

const byName = { sort: 'name', descending: false } as const;

function exported(context: Context, filter: Partial<MemberFilter>, format: ExportFormat, look: MemberFileLook): Promise<File> {
  const club = clubAsked(context, 'members.export', filter.club);
  return context.write(async (write) => {
    const { file, personIds } = await exportMembers(write.tx, { ...filter, club }, format, look);
    const content = `Mitgliederliste exportiert (${personIds.length}, ${format.toUpperCase()})`;
    write.audit('members.export', { club }, content, { after: { ...filter, count: personIds.length, listed: personIds } });
    return file;
  });
}
