import { eq } from 'drizzle-orm';
import { germanDate } from '#shared/kernel/calendar.ts';
import { may } from '#shared/kernel/rights.ts';
import { departmentsContract, type Department } from '#shared/club/departments.ts';
import { allow, clubAsked, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import type { Row } from '#server/platform/database/auditAndNotices.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import type { DepartmentPorts } from './ports.ts';
import type { DepartmentRow } from './service.ts';
import { department } from './table.ts';
import { listDepartments, viewDepartments } from './view.ts';
import { changeDepartment, insertDepartment, setColumns } from './write.ts';

const os = implementing(departmentsContract);

/** The departments of a club (/admin/departments); data of higher layers is passed in as ports. */
export const departmentsApi = (ports: DepartmentPorts) =>
  os.router({
    list: os.list.handler(({ context, input }) => {
      const club = clubAsked(context, 'departments.list', input.club);
      const isFull = may({ role: context.viewer?.role }, 'departments.list', targetOf(context, club)) === 'all';
      return context.read((tx) => listDepartments(tx, ports, club, { state: input.state, isFull }));
    }),

    create: os.create.handler(({ context, input: { club: asked, ...input } }) =>
      context.write(async (write) => {
        const club = clubAsked(context, 'departments.manage', asked);
        const row = await insertDepartment(write.tx, ports, club, input);
        return finish(write, ports, { row, content: `Abteilung angelegt: ${row.name}` });
      }),
    ),

    update: os.update.handler(({ context, input: { id, version, ...input } }) =>
      context.write(async (write) => {
        const locked = await changeable(context, write.tx, id, version);
        const before = await viewOne(write.tx, ports, locked);
        const row = await changeDepartment(write.tx, ports, locked, input);
        return finish(write, ports, { row, content: `Abteilung geändert: ${row.name}`, before });
      }),
    ),

    end: os.end.handler(({ context, input: { id, version, on } }) =>
      context.write(async (write) => {
        const locked = await changeable(context, write.tx, id, version);
        if (locked.endedOn) throw new Problem('wrong-state');
        const before = await viewOne(write.tx, ports, locked);
        const count = await ports.endMemberships(write.tx, id, on);
        const row = await setEnd(write, locked, on, count);
        const content = `Abteilung endet am ${germanDate(on)}: ${row.name} (${count} Mitglieder)`;
        return finish(write, ports, { row, content, before });
      }),
    ),

    reopen: os.reopen.handler(({ context, input: { id, version } }) =>
      context.write(async (write) => {
        const locked = await changeable(context, write.tx, id, version);
        if (!locked.endedOn) throw new Problem('wrong-state');
        const before = await viewOne(write.tx, ports, locked);
        const count = await ports.reopenMemberships(write.tx, id, locked.endedOn);
        const row = await setEnd(write, locked, null, count);
        return finish(write, ports, { row, content: `Abteilung wieder geöffnet: ${row.name} (${count} Mitglieder)`, before });
      }),
    ),

    delete: os.delete.handler(({ context, input }) =>
      context.write(async (write) => {
        const row = await changeable(context, write.tx, input.id);
        await refuseUsed(write.tx, ports, row);
        const before = await viewOne(write.tx, ports, row);
        await write.tx.delete(department).where(eq(department.id, row.id));
        record(write, row, { content: `Abteilung gelöscht: ${row.name}`, before });
        return { ok: true } as const;
      }),
    ),
  });

/** Sets or clears the end date of a department; `count` is the number of memberships changed with it. */
async function setEnd(write: Write, locked: DepartmentRow, endedOn: string | null, count: number): Promise<DepartmentRow> {
  const row = await setColumns(write.tx, locked, { endedOn });
  if (count > 0) write.changed({ collection: 'members', club: row.club });
  return row;
}

/** Returns the department with its row locked; throws if the viewer may not change it or the version is stale. */
async function changeable(context: Context, tx: Transaction, id: string, version?: number): Promise<DepartmentRow> {
  const [row] = await tx.select().from(department).where(eq(department.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  allow(context, 'departments.manage', targetOf(context, row.club));
  if (version !== undefined && version !== row.version) throw new Problem('conflict');
  return row;
}

async function refuseUsed(tx: Transaction, { uses }: DepartmentPorts, { id }: DepartmentRow): Promise<void> {
  const found: string[] = [];
  for (const { words, count } of uses) {
    const number = (await count(tx, [id])).get(id) ?? 0;
    if (number > 0) found.push(`${number} ${words[number === 1 ? 0 : 1]}`);
  }
  if (found.length === 0) return;
  throw new Problem('department-in-use', { fields: [{ path: 'id', message: `Wird noch benutzt: ${found.join(', ')}.` }] });
}

async function viewOne(tx: Transaction, ports: DepartmentPorts, row: DepartmentRow): Promise<Department> {
  const [view] = await viewDepartments(tx, ports, [row]);
  if (!view) throw new Problem('not-found');
  return view;
}

type Change = { content: string; before?: Department; after?: Department };

async function finish(write: Write, ports: DepartmentPorts, { row, ...change }: Change & { row: DepartmentRow }): Promise<Department> {
  const after = await viewOne(write.tx, ports, row);
  record(write, row, { ...change, after });
  return after;
}

function record(write: Write, { id, club }: DepartmentRow, { content, before, after }: Change): void {
  write.audit('departments.manage', { club, id }, content, changes(before, after));
  write.changed({ collection: 'departments', club, entityId: id });
  // Lists of courses and members show the name.
  if (before && before.name !== after?.name) for (const collection of ['courses', 'members'] as const) write.changed({ collection, club });
}

/** Only the changed columns, without the computed counts. */
function changes(before: Department | undefined, after: Department | undefined): { before?: Row; after?: Row } {
  const [old, fresh] = [flat(before), flat(after)];
  const isChanged = ([field, value]: [string, unknown]) =>
    !old || !fresh || JSON.stringify(old[field]) !== JSON.stringify(fresh[field] ?? value);
  return {
    ...(old && { before: Object.fromEntries(Object.entries(old).filter(isChanged)) }),
    ...(fresh && { after: Object.fromEntries(Object.entries(fresh).filter(isChanged)) }),
  };
}

function flat(view: Department | undefined): Row | undefined {
  if (!view?.managed) return undefined;
  const { members: _members, offers: _offers, fees: _fees, version: _version, ...rest } = view.managed;
  return { name: view.name, ...rest };
}
