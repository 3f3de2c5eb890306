import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, line, requiredLine, version } from '#shared/kernel/fields.ts';
import { richText } from '#shared/kernel/richText.ts';

/** The maximum number of mail templates of a club. */
export const templatesAtMost = 100;

const template = { name: requiredLine(60), subject: line(150), body: richText };
const keptTemplate = z.object({ id, name: z.string(), subject: z.string(), body: z.custom<z.output<typeof richText>>(), version: z.int() });
export type MailTemplate = z.infer<typeof keptTemplate>;

const refuses = ['in-progress', 'key-reused'] as const;
const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '{Anrede}, …' }] }] };

/** Mail templates of the board. */
export const mailTemplatesContract = {
  list: endpoint({ access: 'mail.send' }, { method: 'GET', path: '/mail-templates', summary: 'Vorlagen für Rundmails' })
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.object({ rows: z.array(keptTemplate) })),
  create: endpoint(
    { access: 'mail.send' },
    {
      method: 'POST',
      path: '/mail-templates',
      summary: 'Vorlage ablegen',
      description: 'Names are unique within a club.',
      example: { name: 'Einladung', subject: 'Einladung', body },
      refuses,
    },
  )
    .input(z.strictObject(template))
    .output(keptTemplate),
  update: endpoint(
    { access: 'mail.send' },
    {
      method: 'PUT',
      path: '/mail-templates/{id}',
      summary: 'Vorlage ändern',
      example: { name: 'Einladung', subject: 'Einladung', body, version: 1 },
      refuses,
    },
  )
    .input(z.strictObject({ ...template, id, version }))
    .output(keptTemplate),
  remove: endpoint({ access: 'mail.send' }, { method: 'DELETE', path: '/mail-templates/{id}', summary: 'Vorlage löschen', refuses })
    .input(z.strictObject({ id }))
    .output(done),
};
