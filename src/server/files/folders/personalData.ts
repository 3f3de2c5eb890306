import type { PersonalData } from '#server/platform/database/personalData.ts';
import { storageGarbage, storageObject, storageSize, uploadSession } from '../objects/table.ts';
import { countPapers, forgetPapers, papersOf } from './papers.ts';

/** Documents of a person's memberships, and the files of their account. */
export const filesData: PersonalData = {
  beside: [
    {
      title: 'Dateien',
      tables: [storageObject],
      read: (tx, { people, accountIds }) =>
        papersOf(
          tx,
          people.map(({ id }) => id),
          accountIds,
        ),
    },
  ],
  goes: async (tx, { id, mergedIds }) => [{ what: 'Dateien der Mitgliedschaft', count: await countPapers(tx, [id, ...mergedIds]) }],
  erase: (tx, { id }) => forgetPapers(tx, id),
  accounts: [storageObject.ownerId, uploadSession.userId],
  mayName: [storageObject.createdBy, storageObject.path],
  leftAlone: [
    { table: uploadSession, why: 'Uploads on their way; gone within days.' },
    { table: storageSize, why: 'Sizes of a stored picture; they go with it.' },
    { table: storageGarbage, why: 'Ids of bytes that nothing refers to; a job removes them.' },
  ],
};
