import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, line, pageQuery } from '#shared/kernel/fields.ts';

/** A place where a file is used. */
const fileUse = z.object({ what: z.string(), link: z.string().nullable() });

/** A stored file in the file manager. */
const listedFile = z.object({
  id,
  path: z.string(),
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  generation: z.string(),
  updatedAt: z.iso.datetime(),
  uses: z.array(fileUse),
});

export type ListedFile = z.infer<typeof listedFile>;

const fileArea = z.enum(['public', 'members', 'mandates', 'expenses', 'mails', 'users']);

const ofClub = { club: clubName.optional().describe('Only superusers may name another club.') };

/** The files of a club (/admin/files), and the endpoints of the browser beside the storage protocol under /v0. */
export const filesContract = {
  list: endpoint(
    { access: 'files.list' },
    { method: 'GET', path: '/files', summary: 'Dateien eines Ordners', description: 'With `search`, all subfolders are searched.' },
  )
    .input(
      z.strictObject({
        ...pageQuery,
        ...ofClub,
        folder: line(1024).default('').describe('Empty or a path with a trailing slash, relative to the club.'),
        search: line(100).optional().describe('Matches a part of the path.'),
      }),
    )
    .output(
      z.object({
        folders: z.array(z.object({ path: z.string(), label: z.string(), files: z.int(), sizeBytes: z.int() })),
        rows: z.array(listedFile),
        next: z.string().nullable(),
      }),
    ),
  usage: endpoint({ access: 'files.list' }, { method: 'GET', path: '/files/usage', summary: 'Speicherbelegung eines Vereins' })
    .input(z.strictObject(ofClub))
    .output(
      z.object({
        quotaBytes: z.int(),
        usedBytes: z.int(),
        areas: z.array(z.object({ area: fileArea, files: z.int(), sizeBytes: z.int() })),
        deletedBytes: z
          .int()
          .describe('The size of deleted files that can still be restored; they count towards the quota until they are purged.'),
      }),
    ),
  delete: endpoint(
    { access: 'files.delete' },
    {
      method: 'DELETE',
      path: '/files/{id}',
      summary: 'Datei löschen',
      description: 'A file in use is deleted only with `evenIfUsed`; otherwise the request fails with `file-in-use`.',
      example: { evenIfUsed: false },
      refuses: ['file-in-use'],
    },
  )
    .input(z.strictObject({ id, evenIfUsed: z.boolean().default(false) }))
    .output(done),
  picture: endpoint({ access: 'profile.read' }, { method: 'GET', path: '/profile/picture', summary: 'Eigenes Profilbild' }).output(
    z.object({ path: z.string(), generation: z.string().nullable().describe('Null if there is no picture.') }),
  ),
  appToken: endpoint(
    { access: 'storageUpload.appCheck' },
    {
      method: 'POST',
      path: '/files/app-token',
      summary: 'Anwendungstoken für den Dateidienst',
      description: 'For the header X-Firebase-AppCheck. Valid for one hour; grants no permissions by itself.',
    },
  ).output(z.object({ token: z.string(), expiresAt: z.iso.datetime() })),
};
