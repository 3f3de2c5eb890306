import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, email, id, line, paragraphs, requiredLine, exportLook, version, importOutcome } from '#shared/kernel/fields.ts';

/** The kinds of holders of hall times: clubs of the portal, and organisations without an account. */
export const organisationKinds = ['portalClub', 'school', 'adultEducation', 'club', 'company', 'municipal', 'other'] as const;
export type OrganisationKind = (typeof organisationKinds)[number];
/** The German names of the kinds. */
export const organisationKindNames: { readonly [kind in OrganisationKind]: string } = {
  portalClub: 'Verein im Portal',
  school: 'Schule',
  adultEducation: 'Volkshochschule',
  club: 'Anderer Verein',
  company: 'Firma',
  municipal: 'Stadt oder Gemeinde',
  other: 'Sonstige',
};

/** The kinds that are created by users; the clubs of the portal always exist. */
export const outsideKinds = organisationKinds.filter((kind) => kind !== 'portalClub');
export type OutsideKind = (typeof outsideKinds)[number];

/** The maximum number of organisations. */
export const organisationsAtMost = 500;

const noEmail = z.union([z.literal(''), email]);

const contactInput = z.strictObject({
  id: id.optional(),
  name: requiredLine(120),
  email,
  phone: line(40).default(''),
  function: line(80).default(''),
  maySign: z.boolean().default(true).describe('Whether the person may send wishes and objections for the organisation.'),
});

const fields = {
  name: requiredLine(120),
  kind: z.enum(organisationKinds),
  isLocal: z.boolean().default(true),
  isNonProfit: z.boolean().default(true),
  street: line(120).default(''),
  postcode: z.union([z.literal(''), z.string().regex(/^\d{5}$/, 'Bitte fünf Ziffern.')]).default(''),
  city: line(80).default(''),
  email: noEmail.default(''),
  phone: line(40).default(''),
  priorityClass: z
    .int()
    .min(1)
    .max(5)
    .nullable()
    .default(null)
    .describe('Overrides the priority class derived from kind and age group; null for no override.'),
  note: paragraphs(1000).default('').describe('Visible to the manager only.'),
  contacts: z.array(contactInput).max(20).default([]),
};

const rules = (
  { kind, contacts }: { kind: OrganisationKind; contacts: readonly { email: string }[] },
  context: Pick<z.RefinementCtx, 'addIssue'>,
): void => {
  const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (kind === 'portalClub') refuse(['kind'], 'Die Vereine des Portals stehen schon hier.');
  for (const [at, { email: address }] of contacts.entries())
    if (contacts.slice(0, at).some((one) => one.email === address)) refuse(['contacts', at, 'email'], 'Diese Adresse steht schon hier.');
};
const plain = z.strictObject(fields);

/** An organisation, as entered by the manager. */
export const organisationInput = plain.superRefine(rules);
export type OrganisationInput = z.output<typeof organisationInput>;

/** An edit; for clubs of the portal the name cannot be changed. */
export const organisationChange = plain.superRefine(({ kind, ...rest }, context) =>
  rules({ ...rest, kind: kind === 'portalClub' ? 'other' : kind }, context),
);

const contact = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  function: z.string(),
  maySign: z.boolean(),
});

const figures = {
  coming: z.int().describe('The number of future bookings in the halls of the manager.'),
  series: z.int().describe('The number of weekly bookings that continue.'),
  weeklyMinutes: z.int().describe('Minutes per week, counted per part of a hall.'),
  wishes: z.int().describe('The number of wishes in the latest season.'),
  granted: z.int().describe('The number of those wishes that have a time in the plan.'),
  seenAt: z.iso.datetime().nullable().describe('The last use of one of its links; null if none was used.'),
};
export type OrganisationFigures = z.infer<z.ZodObject<typeof figures>>;

const organisation = z.object({
  id,
  managerClub: clubName,
  club: clubName.nullable().describe('The club of the portal that the organisation represents; null for others.'),
  name: z.string(),
  kind: z.enum(organisationKinds),
  isLocal: z.boolean(),
  isNonProfit: z.boolean(),
  street: z.string(),
  postcode: z.string(),
  city: z.string(),
  email: z.string(),
  phone: z.string(),
  priorityClass: z.int().nullable(),
  note: z.string(),
  contacts: z.array(contact),
  archivedOn: z.string().nullable(),
  ...figures,
  version,
});
export type Organisation = z.infer<typeof organisation>;

/** The priority class of all wishes of an organisation; null where the kind and age group of each decide. */
export function fixedClassOf({ kind, priorityClass }: { kind: OrganisationKind; priorityClass: number | null }): number | null {
  return priorityClass ?? (kind === 'school' ? 1 : null);
}

/** The filter of the list of organisations. */
export const organisationStates = ['current', 'archived', 'all'] as const;

const importRow = z.object({ line: z.int(), name: z.string(), result: importOutcome, message: z.string() });
export type OrganisationImportRow = z.infer<typeof importRow>;

/** The numbers of records that move from one organisation to another in a merge. */
const merged = z.object({
  bookings: z.int(),
  series: z.int(),
  wishes: z.int(),
  objections: z.int(),
  contacts: z.int(),
  charges: z.int(),
  payments: z.int(),
});
export type MergedOrganisations = z.infer<typeof merged>;

const present = z.strictObject({ id, version });
const example = {
  name: 'Grundschule Nord',
  kind: 'school',
  city: 'Auenfeld',
  contacts: [{ name: 'Sabine Schule', email: 'sekretariat@schule.test', phone: '', function: 'Sekretariat', maySign: true }],
};

/** Organisations with hall times (/admin/organisations; for the managers of halls). */
export const organisationsContract = {
  list: endpoint({ access: 'organisations.list' }, { method: 'GET', path: '/organisations', summary: 'Organisationen mit Hallenzeiten' })
    .input(z.strictObject({ club: clubName.optional(), state: z.enum(organisationStates).default('current') }))
    .output(z.array(organisation)),
  export: endpoint(
    { access: 'organisations.list', fresh: true, answerMs: 10_000 },
    { method: 'GET', path: '/organisations/export', summary: 'Organisationen als CSV oder XLSX' },
  )
    .input(
      z.strictObject({
        club: clubName.optional(),
        state: z.enum(organisationStates).default('current'),
        kind: z.enum(organisationKinds).optional(),
        ...exportLook,
      }),
    )
    .output(z.file()),
  create: endpoint(
    { access: 'organisations.update' },
    { method: 'POST', path: '/organisations', summary: 'Organisation anlegen', refuses: ['in-progress', 'key-reused'], example },
  )
    .input(plain.extend({ club: clubName.optional() }).superRefine(rules))
    .output(organisation),
  update: endpoint(
    { access: 'organisations.update' },
    {
      method: 'PUT',
      path: '/organisations/{id}',
      summary: 'Organisation ändern',
      description: 'Omitted contacts are ended. For clubs of the portal name and kind cannot be changed.',
      example: { ...example, version: 1 },
    },
  )
    .input(plain.extend({ id, version }))
    .output(organisation),
  archive: endpoint(
    { access: 'organisations.update' },
    {
      method: 'POST',
      path: '/organisations/{id}/archiving',
      summary: 'Organisation archivieren',
      description: 'Fails if future bookings exist. Wishes in undecided seasons are withdrawn.',
      refuses: ['organisation-in-use', 'wrong-state', 'in-progress', 'key-reused'],
      example: { version: 1 },
    },
  )
    .input(present)
    .output(organisation),
  reopen: endpoint(
    { access: 'organisations.update' },
    {
      method: 'POST',
      path: '/organisations/{id}/reopening',
      summary: 'Organisation wieder aufnehmen',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { version: 2 },
    },
  )
    .input(present)
    .output(organisation),
  merge: endpoint(
    { access: 'organisations.update', fresh: true },
    {
      method: 'POST',
      path: '/organisations/{id}/merger',
      summary: 'Zwei Organisationen zusammenlegen',
      description:
        'Moves everything of one organisation to the other and deletes the first; transfers with its number are matched to the other. A dry run returns the counts, and fails for the same reasons. Not possible for clubs of the portal, and irreversible.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { version: 1, intoId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b12', isDryRun: true },
    },
  )
    .input(present.extend({ intoId: id, isDryRun: z.boolean() }))
    .output(merged),
  import: endpoint(
    { access: 'organisations.update' },
    {
      method: 'POST',
      path: '/organisations/import',
      summary: 'Organisationen aus einer Tabelle übernehmen',
      description: 'Lines of the form "Name;kind;contact;email;phone". A dry run writes nothing; invalid lines are skipped.',
      example: { text: 'Grundschule Nord;Schule;Sabine Schule;sekretariat@schule.test;', isDryRun: true },
    },
  )
    .input(z.strictObject({ club: clubName.optional(), text: z.string().max(100_000), isDryRun: z.boolean() }))
    .output(z.object({ rows: z.array(importRow) })),
};
