import { and, desc, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import { infoContract } from '#shared/office/info.ts';
import { appVersion, versionTag } from '#shared/kernel/version.ts';
import { clubAsked } from '#server/platform/http/context.ts';
import { fromCursor, toCursor } from '#server/platform/database/cursor.ts';
import { secretMailKinds } from '#server/platform/outbox.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { outboxMail } from '#server/platform/database/tables.ts';
import { readChanges } from './changes.ts';

const os = implementing(infoContract);
const position = z.tuple([z.int()]);

/** What the application says about itself: version, changes, and the mails on their way out. */
export function infoApi(build: string) {
  return os.router({
    version: os.version.handler(async () => ({ version: appVersion, tag: versionTag, build, changes: await readChanges() })),

    outbox: os.outbox.handler(async ({ context, input }) => {
      const club = clubAsked(context, 'mail.listSent', input.club);
      const before = input.cursor ? lt(outboxMail.id, fromCursor(input.cursor, position)[0]) : undefined;
      const rows = await context.database.orm
        .select()
        .from(outboxMail)
        .where(and(eq(outboxMail.club, club), before))
        .orderBy(desc(outboxMail.id))
        .limit(input.limit + 1);
      const shown = rows.slice(0, input.limit);
      const last = shown.at(-1);
      return { rows: shown.map(toEntry), next: rows.length > input.limit && last ? toCursor([last.id]) : null };
    }),
  });
}

function toEntry(mail: typeof outboxMail.$inferSelect) {
  const isSecret = secretMailKinds.some((kind) => kind === mail.kind);
  return {
    id: mail.id,
    kind: mail.kind,
    recipient: mail.recipient,
    subject: isSecret ? null : mail.subject,
    body: isSecret ? null : mail.body,
    state: mail.state,
    createdAt: mail.createdAt.toISOString(),
  };
}
