import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, instant, line, pageOf, pageQuery } from '#shared/kernel/fields.ts';

const row = z.record(z.string(), z.unknown()).nullable();

/** An audit entry: the fields of section 3 of the specification (name, time, content, club, app) and the changed fields. */
const auditEntry = z.object({
  id: z.int(),
  name: z.string(),
  time: z.iso.datetime(),
  content: z.string(),
  club: z.string(),
  app: z.string(),
  action: z.string(),
  entity: z.string(),
  entityId: z.string().nullable(),
  before: row,
  after: row,
});

export type AuditEntry = z.infer<typeof auditEntry>;

const filter = {
  club: clubName.optional(),
  search: line(100).optional().describe('Matches a part of the name or of the text.'),
  entity: line(40).optional(),
  from: instant.optional(),
  to: instant.optional(),
};

/** The audit log (/admin/audit; specification sections 3 and 6). Entries are written by the server only. */
export const auditContract = {
  list: endpoint({ access: 'audit.list' }, { method: 'GET', path: '/audit', summary: 'Protokoll' })
    .input(z.strictObject({ ...pageQuery, ...filter }))
    .output(pageOf(auditEntry)),
  verify: endpoint(
    { access: 'audit.verify' },
    {
      method: 'GET',
      path: '/audit/verify',
      summary: 'Kette des Protokolls prüfen',
      description: 'Verifies one section of the hash chains. `next` is the cursor of the following section, null at the end.',
    },
  )
    .input(z.strictObject({ cursor: pageQuery.cursor }))
    .output(
      z.object({
        entries: z.int(),
        faults: z.array(z.object({ club: z.string(), id: z.int(), fault: z.string() })),
        next: z.string().nullable(),
      }),
    ),
  export: endpoint(
    { access: 'audit.list', fresh: true },
    { method: 'GET', path: '/audit/export', summary: 'Protokoll als CSV', description: 'At most 50,000 entries.' },
  )
    .input(z.strictObject(filter))
    .output(z.file()),
};
