import { z } from 'zod';
import { outboxEntry } from '#shared/content/mails.ts';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, pageQuery } from '#shared/kernel/fields.ts';

const versionInfo = z.object({
  version: z.string(),
  tag: z.string(),
  build: z.string(),
  changes: z.array(z.object({ version: z.string(), date: z.string(), entries: z.array(z.string()) })),
});

/** What the application says about itself. */
export const infoContract = {
  version: endpoint({ access: 'versionInfo.read' }, { method: 'GET', path: '/version', summary: 'Versionsinformationen' }).output(
    versionInfo,
  ),
  outbox: endpoint(
    { access: 'mail.listSent' },
    { method: 'GET', path: '/mail/outbox', summary: 'Postausgang', description: 'Mails with a secret link show only recipient and kind.' },
  )
    .input(z.strictObject({ ...pageQuery, club: clubName.optional() }))
    .output(z.object({ rows: z.array(outboxEntry), next: z.string().nullable() })),
};
