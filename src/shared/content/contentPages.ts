import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, instant, line, requiredLine, version } from '#shared/kernel/fields.ts';
import { legalKinds, legalPages, type LegalKind } from './legalPages.ts';
import { revision } from './revisions.ts';
import { richText } from '#shared/kernel/richText.ts';

/** The states of a content page; only published pages are public. */
export const pageStates = ['draft', 'published'] as const;
/** The German names of the page states. */
export const pageStateNames: { readonly [state in (typeof pageStates)[number]]: string } = {
  draft: 'Entwurf',
  published: 'Veröffentlicht',
};

/** Pages that are required by law at all times: once published, they cannot be unpublished. */
export const lastingKinds: readonly (LegalKind | null)[] = ['imprint', 'privacy'];

/** A path relative to the club's own, e.g. "verein/geschichte". */
const pageSlug = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)*$/, 'Bitte nur Kleinbuchstaben, Ziffern, Bindestriche und Schrägstriche.');

const fields = {
  slug: pageSlug,
  title: requiredLine(140),
  body: richText,
  state: z.enum(pageStates),
  menuLabel: line(40).describe('The label in the menu; empty if the page is in no menu.'),
  menuOrder: z.int().min(0).max(999),
  parentId: id.nullable(),
  legalKind: z.enum(legalKinds).nullable(),
};

/** A page, validated by form and server; a legal page has the fixed slug of its kind. */
export const contentPageInput = z.strictObject(fields).superRefine(({ slug, legalKind }, context) => {
  if (legalKind && slug !== legalPages[legalKind].slug)
    context.addIssue({ code: 'custom', path: ['slug'], message: `Diese Seite braucht die Adresse „${legalPages[legalKind].slug}“.` });
});
export type ContentPageInput = z.input<typeof contentPageInput>;

/** A content page in the tree of the board. */
const listedPage = z.object({
  id,
  club: clubName,
  slug: z.string(),
  title: z.string(),
  state: z.enum(pageStates),
  menuLabel: z.string(),
  menuOrder: z.int(),
  parentId: id.nullable(),
  legalKind: z.enum(legalKinds).nullable(),
  updatedAt: instant,
  version,
});
export type ListedPage = z.infer<typeof listedPage>;

/** A content page for editing. */
const contentPage = listedPage.extend({ body: richText, formerSlugs: z.array(z.string()) });
export type ContentPage = z.infer<typeof contentPage>;

const menuEntry = z.object({ slug: z.string(), label: z.string(), depth: z.int() });

/** A public content page. After a rename its slug differs from the requested one. */
const shownPage = z.object({
  club: clubName,
  slug: z.string(),
  title: z.string(),
  body: richText,
  updatedAt: instant,
  menu: z.array(menuEntry),
});
export type ShownPage = z.infer<typeof shownPage>;

const one = z.strictObject({ id });
const example = {
  slug: 'verein/ehrenamt',
  title: 'Ehrenamt',
  body: { type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Helfen Sie mit.' }] }] },
  state: 'draft' as const,
  menuLabel: 'Ehrenamt',
  menuOrder: 20,
  parentId: null,
  legalKind: null,
};

/** Content pages (/admin/pages, /rwa/…, /scb/…, /gsv/…). */
export const contentPagesContract = {
  show: endpoint({ access: 'pages.read' }, { method: 'GET', path: '/content', summary: 'Eine veröffentlichte Seite lesen' })
    .input(z.strictObject({ club: clubName, slug: line(200) }))
    .output(shownPage),
  list: endpoint({ access: 'pages.readDraft' }, { method: 'GET', path: '/pages', summary: 'Alle Seiten eines Vereins' })
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.array(listedPage)),
  read: endpoint({ access: 'pages.readDraft' }, { method: 'GET', path: '/pages/{id}', summary: 'Eine Seite zum Bearbeiten' })
    .input(one)
    .output(contentPage),
  create: endpoint(
    { access: 'pages.create' },
    { method: 'POST', path: '/pages', summary: 'Seite anlegen', refuses: ['in-progress', 'key-reused'], example },
  )
    .input(contentPageInput.safeExtend({ club: clubName.optional() }))
    .output(contentPage),
  update: endpoint(
    { access: 'pages.update' },
    {
      method: 'PUT',
      path: '/pages/{id}',
      summary: 'Seite ändern',
      refuses: ['wrong-state', 'text-needed'],
      example: { ...example, version: 1 },
    },
  )
    .input(contentPageInput.safeExtend({ id, version }))
    .output(contentPage),
  delete: endpoint(
    { access: 'pages.delete' },
    { method: 'DELETE', path: '/pages/{id}', summary: 'Seite löschen', refuses: ['wrong-state', 'text-needed'] },
  )
    .input(one)
    .output(done),
  revisions: endpoint(
    { access: 'pages.readDraft' },
    { method: 'GET', path: '/pages/{id}/revisions', summary: 'Frühere Fassungen einer Seite' },
  )
    .input(one)
    .output(z.array(revision)),
  readRevision: endpoint(
    { access: 'pages.readDraft' },
    { method: 'GET', path: '/pages/{id}/revisions/{revision}', summary: 'Eine frühere Fassung lesen' },
  )
    .input(z.strictObject({ id, revision: z.coerce.number().int().min(1).max(2_147_483_647) }))
    .output(revision.extend({ body: richText })),
  restore: endpoint(
    { access: 'pages.update' },
    {
      method: 'POST',
      path: '/pages/{id}/restore',
      summary: 'Frühere Fassung wiederherstellen',
      description: 'Stores the restored text as a new version; the previous version is kept.',
      refuses: ['in-progress', 'key-reused'],
      example: { revision: 1, version: 2 },
    },
  )
    .input(z.strictObject({ id, revision: version, version }))
    .output(contentPage),
};
