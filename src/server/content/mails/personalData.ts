import { eq, sql } from 'drizzle-orm';
import { readParameter } from '#server/club/config/service.ts';
import { oneByOne } from '#server/platform/database/database.ts';
import { readRows, type PersonalData } from '#server/platform/database/personalData.ts';
import { forgetMailsAfter } from '#server/platform/personalData.ts';
import { mailFile, mailMessage, mailRecipient, mailTemplate } from './table.ts';

/** Bulk e-mails with their recipients. */
export const mailsData: PersonalData = {
  beside: [
    {
      title: 'Rundmails',
      tables: [mailRecipient, mailMessage],
      read: async (tx, { people }) =>
        (
          await oneByOne(people, ({ id }) =>
            readRows(
              tx,
              sql`select ${mailRecipient.email}, ${mailMessage.subject}, ${mailMessage.createdAt} from ${mailRecipient}
                join ${mailMessage} on ${mailMessage.id} = ${mailRecipient.messageId} where ${id}::uuid = any(${mailRecipient.personIds})`,
            ),
          )
        ).flat(),
    },
  ],
  // An e-mail to several persons at one address is kept for the others.
  erase: async (tx, { id }) => {
    await tx.delete(mailRecipient).where(eq(mailRecipient.personIds, sql`array[${id}]::uuid[]`));
    await tx
      .update(mailRecipient)
      .set({ personIds: sql`array_remove(${mailRecipient.personIds}, ${id}::uuid)`, name: sql`${mailRecipient.email}` })
      .where(sql`${id}::uuid = any(${mailRecipient.personIds})`);
  },
  retention: [{ name: 'letters', forget: async ({ tx }) => forgetMailsAfter(tx, await readParameter(tx, 'retention.mailMonths')) }],
  leftAlone: [
    { table: mailFile, why: 'Names of files that went along with a mail; they go with it.' },
    { table: mailTemplate, why: 'Texts of the board, about nobody.' },
  ],
  accounts: [mailMessage.createdBy],
  mayName: [mailMessage.sender],
};
