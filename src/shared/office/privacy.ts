import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, line, version } from '#shared/kernel/fields.ts';

const record = z.record(z.string(), z.unknown());

/** All data stored about a person, by database table, without secrets. */
const subjectFile = z.object({
  exportedAt: z.iso.datetime(),
  club: clubName,
  name: z.string(),
  parts: z.array(z.object({ title: z.string(), rows: z.array(record) })),
});

export type SubjectFile = z.infer<typeof subjectFile>;

/** The preview of an erasure: what is deleted, and what must be kept. */
const erasurePreview = z.object({
  id,
  club: clubName,
  name: z.string(),
  version,
  blockers: z.array(z.string()).describe('Open matters that prevent the erasure, in German.'),
  goes: z.array(z.object({ what: z.string(), count: z.int() })),
  stays: z.array(
    z.object({
      what: z.string(),
      count: z.int(),
      until: z.iso.date().nullable().describe('The last day of the retention; null if the record is kept indefinitely without a name.'),
      why: z.string(),
    }),
  ),
});

/** The request of an erasure, confirmed by typing the name. */
export const eraseInput = z.strictObject({ id, name: line(170).describe('The full name of the person, as a confirmation.'), version });

export type ErasurePreview = z.infer<typeof erasurePreview>;

const keptConsent = z.object({
  id,
  personId: id,
  name: z.string(),
  purpose: z.string(),
  textVersion: z.string(),
  grantedBy: z.string(),
  grantedAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
});

export type KeptConsent = z.infer<typeof keptConsent>;

/** A logged access to sensitive data of a person. */
const ownView = z.object({
  id: z.int(),
  person: z.string().describe('The name of the data subject: the user or their child.'),
  club: clubName,
  at: z.iso.datetime(),
  by: z.string().describe('The name of the person who accessed the data.'),
  what: z.string(),
  why: z.string().describe('The purpose of the access.'),
});

export type OwnView = z.infer<typeof ownView>;

/** Rights of data subjects (GDPR Art. 7, 15, 17). */
export const privacyContract = {
  export: endpoint(
    { access: 'gdpr.exportSubject', fresh: true },
    { method: 'GET', path: '/privacy/people/{id}/export', summary: 'Auskunft über eine Person (DSGVO Art. 15)' },
  )
    .input(z.strictObject({ id }))
    .output(subjectFile),
  preview: endpoint(
    { access: 'gdpr.eraseSubject' },
    { method: 'GET', path: '/privacy/people/{id}/erasure', summary: 'Was eine Löschung bewirkt' },
  )
    .input(z.strictObject({ id }))
    .output(erasurePreview),
  erase: endpoint(
    { access: 'gdpr.eraseSubject', fresh: true },
    {
      method: 'POST',
      path: '/privacy/people/{id}/erasure',
      summary: 'Person löschen (DSGVO Art. 17)',
      description:
        'Permanent: the person is not restored from backups either. Records under legal retention are kept under a pseudonym until they expire.',
      refuses: ['not-ready', 'in-progress', 'key-reused'],
      example: { name: 'Mia Muster', version: 1 },
    },
  )
    .input(eraseInput)
    .output(erasurePreview),
  consents: endpoint(
    { access: 'gdpr.exportSubject' },
    {
      method: 'GET',
      path: '/privacy/consents',
      summary: 'Einwilligungen',
      description: 'The latest 200 consents of a club or of a person.',
    },
  )
    .input(
      z.strictObject({
        club: clubName.optional(),
        personId: id.optional(),
        search: line(100).default('').describe('Matches a part of the name.'),
      }),
    )
    .output(z.array(keptConsent)),
  views: endpoint(
    { access: 'profile.read' },
    {
      method: 'GET',
      path: '/privacy/views',
      summary: 'Wer eigene Angaben eingesehen hat',
      description:
        'The latest 100 accesses to data of the user and their children in all clubs: opened health notes and documents, unmasked account numbers, data exports and exported lists.',
    },
  ).output(z.array(ownView)),
  withdraw: endpoint(
    { access: 'gdpr.eraseSubject' },
    {
      method: 'POST',
      path: '/privacy/consents/{id}/withdraw',
      summary: 'Widerruf einer Einwilligung eintragen',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: {},
    },
  )
    .input(z.strictObject({ id }))
    .output(keptConsent),
};
