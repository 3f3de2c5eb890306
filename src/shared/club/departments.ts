import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, line, localDate, requiredLine, version } from '#shared/kernel/fields.ts';

/** The maximum number of departments of a club. */
export const departmentsAtMost = 200;

const associationInput = z
  .strictObject({
    no: requiredLine(10).regex(/^\d+$/, 'Bitte nur Ziffern.').describe('The number of the federation; leading zeros are significant.'),
    name: line(120).default(''),
    sportNo: line(10).regex(/^\d*$/, 'Bitte nur Ziffern.').default(''),
    validFrom: localDate.nullable().default(null),
    validTo: localDate.nullable().default(null),
  })
  .refine(({ validFrom, validTo }) => !validFrom || !validTo || validTo >= validFrom, {
    path: ['validTo'],
    message: 'Der letzte Tag darf nicht vor dem ersten liegen.',
  });

/** The editable fields of a department. */
export const departmentInput = z.strictObject({
  name: requiredLine(60),
  shortName: line(10).default(''),
  position: z.int().min(0).max(999).default(0),
  sport: line(60).default(''),
  costCenter: line(20).default(''),
  headPersonId: id.nullable().default(null),
  deputyPersonId: id.nullable().default(null),
  associations: z.array(associationInput).max(10).default([]),
});
export type DepartmentInput = z.output<typeof departmentInput>;

const someone = z.object({ id, name: z.string() }).nullable();

const department = z.object({
  id,
  name: z.string(),
  managed: z
    .object({
      shortName: z.string(),
      position: z.int(),
      sport: z.string(),
      costCenter: z.string(),
      head: someone,
      deputy: someone,
      associations: z.array(
        z.object({
          no: z.string(),
          name: z.string(),
          sportNo: z.string(),
          validFrom: z.string().nullable(),
          validTo: z.string().nullable(),
        }),
      ),
      endedOn: z.string().nullable().describe('The last day of the department; null while it is active.'),
      members: z.int().describe('The number of members today.'),
      offers: z.int().describe('The number of offers that are neither archived nor templates.'),
      fees: z.array(z.string()).describe('The fees that hold today, in the order of their rules: "60,00 € jährlich".'),
      version,
    })
    .nullable()
    .describe('Administrative data for the board; null for all other callers.'),
});
export type Department = z.infer<typeof department>;
export type ManagedDepartment = Department & { managed: NonNullable<Department['managed']> };

/** The departments that a list shows: current ones, former ones, or all. */
export const departmentStates = ['running', 'ended', 'all'] as const;

const one = z.strictObject({ id });
const exampleDepartment = {
  name: 'Rhönradturnen',
  shortName: 'RHÖ',
  position: 10,
  sport: 'Turnen',
  costCenter: '4100',
  headPersonId: null,
  deputyPersonId: null,
  associations: [{ no: '0071', name: 'Turnerbund', sportNo: '01', validFrom: null, validTo: null }],
};

/** The departments of a club (/admin/departments). */
export const departmentsContract = {
  list: endpoint(
    { access: 'departments.list' },
    {
      method: 'GET',
      path: '/departments',
      summary: 'Abteilungen eines Vereins',
      description: 'In the display order of the club. By default only active departments, which new records may refer to.',
    },
  )
    .input(z.strictObject({ club: clubName.optional(), state: z.enum(departmentStates).default('running') }))
    .output(z.array(department)),
  create: endpoint(
    { access: 'departments.manage' },
    {
      method: 'POST',
      path: '/departments',
      summary: 'Abteilung anlegen',
      refuses: ['in-progress', 'key-reused'],
      example: exampleDepartment,
    },
  )
    .input(departmentInput.extend({ club: clubName.optional() }))
    .output(department),
  update: endpoint(
    { access: 'departments.manage' },
    { method: 'PUT', path: '/departments/{id}', summary: 'Abteilung ändern', example: { ...exampleDepartment, version: 1 } },
  )
    .input(departmentInput.extend({ id, version }))
    .output(department),
  end: endpoint(
    { access: 'departments.manage' },
    {
      method: 'POST',
      path: '/departments/{id}/ending',
      summary: 'Abteilung enden lassen',
      description: 'Ends all memberships in the department on the given day. Offers, news and hours keep the reference.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { on: '2026-12-31', version: 1 },
    },
  )
    .input(z.strictObject({ id, version, on: localDate }))
    .output(department),
  reopen: endpoint(
    { access: 'departments.manage' },
    {
      method: 'POST',
      path: '/departments/{id}/reopening',
      summary: 'Abteilung wieder öffnen',
      description: 'Restores the memberships that ended with the department. Memberships that were changed since stay as they are.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { version: 2 },
    },
  )
    .input(z.strictObject({ id, version }))
    .output(department),
  delete: endpoint(
    { access: 'departments.manage' },
    {
      method: 'DELETE',
      path: '/departments/{id}',
      summary: 'Abteilung löschen',
      description: 'Only departments without references can be deleted; all others can be ended (`department-in-use`).',
      refuses: ['department-in-use'],
    },
  )
    .input(one)
    .output(done),
};
