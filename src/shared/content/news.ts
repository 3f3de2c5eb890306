import { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, instant, line, pageOf, pageQuery, requiredLine, version } from '#shared/kernel/fields.ts';
import { revision } from './revisions.ts';
import { richText } from '#shared/kernel/richText.ts';

/** The states of an article; a published one is shown depending on its dates. */
export const newsStates = ['draft', 'published', 'archived'] as const;
export type NewsState = (typeof newsStates)[number];
/** The German names of the states. */
export const newsStateNames: { readonly [state in NewsState]: string } = {
  draft: 'Entwurf',
  published: 'Veröffentlicht',
  archived: 'Archiviert',
};

const newsSlug = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Bitte nur Kleinbuchstaben, Ziffern und Bindestriche.');

/** The URL of an article; on the site of another club it includes the article's club. */
export function newsAddress(host: ClubName, { club, slug }: { club: ClubName; slug: string }): string {
  return `/news?beitrag=${slug}${club === host ? '' : `&verein=${club}`}`;
}

const fields = {
  slug: newsSlug,
  title: requiredLine(140),
  teaser: line(300),
  body: richText,
  image: line(500).describe('The path of a stored picture; empty for none.'),
  imageAlt: line(300),
  state: z.enum(newsStates),
  publishAt: instant.nullable().describe('The time of publication; null publishes at once.'),
  expiresAt: instant.nullable(),
  isPinned: z.boolean(),
  isShared: z.boolean().describe('Whether the article is offered to the sports association.'),
  departmentId: id.nullable().default(null).describe('The department of the article; null for the whole club.'),
};

/** An article as entered; validated by form and server. */
export const newsInput = z.strictObject(fields).superRefine(({ image, imageAlt, publishAt, expiresAt }, context) => {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (image !== '' && imageAlt === '') refuse('imageAlt', 'Jedes Bild braucht einen Alternativtext.');
  if (publishAt && expiresAt && Date.parse(expiresAt) <= Date.parse(publishAt))
    refuse('expiresAt', 'Das Ende muss nach dem Beginn liegen.');
});
export type NewsInput = z.input<typeof newsInput>;

/** An article in a public list. */
const newsTeaser = z.object({
  id,
  club: clubName,
  slug: z.string(),
  title: z.string(),
  teaser: z.string(),
  image: z.string(),
  imageAlt: z.string(),
  author: z.string(),
  department: z.string().nullable(),
  publishAt: instant,
  isPinned: z.boolean(),
});
export type NewsTeaser = z.infer<typeof newsTeaser>;

const article = newsTeaser.extend({ body: richText });
export type Article = z.infer<typeof article>;

/** An article in the board's list. */
const listedNews = z.object({
  id,
  club: clubName,
  slug: z.string(),
  title: z.string(),
  state: z.enum(newsStates),
  publishAt: instant.nullable(),
  expiresAt: instant.nullable(),
  isPinned: z.boolean(),
  isShared: z.boolean(),
  departmentId: id.nullable(),
  approvedAt: instant
    .nullable()
    .describe('The time at which the board of the sports association approved the article; null if it has not.'),
  author: z.string(),
  updatedAt: instant,
  version,
});
export type ListedNews = z.infer<typeof listedNews>;

const editedNews = listedNews.extend({ teaser: z.string(), body: richText, image: z.string(), imageAlt: z.string() });
export type EditedNews = z.infer<typeof editedNews>;

/** The current phase of an article as visible to readers, from its state and dates. */
export function newsPhase(
  { state, publishAt, expiresAt }: Pick<ListedNews, 'state' | 'publishAt' | 'expiresAt'>,
  at: number = Date.now(),
): string {
  if (state !== 'published' || !publishAt) return newsStateNames[state];
  if (Date.parse(publishAt) > at) return 'Geplant';
  return expiresAt && Date.parse(expiresAt) <= at ? 'Abgelaufen' : 'Veröffentlicht';
}

const one = z.strictObject({ id });
const example = {
  slug: 'neue-trikots',
  title: 'Neue Trikots für die Jugend',
  teaser: 'Pünktlich zum Saisonbeginn.',
  body: { type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Danke an alle.' }] }] },
  image: '',
  imageAlt: '',
  state: 'draft' as const,
  publishAt: null,
  expiresAt: null,
  isPinned: false,
  isShared: false,
};

/** Public news (/news). */
export const newsContract = {
  list: endpoint({ access: 'news.list' }, { method: 'GET', path: '/news', summary: 'Veröffentlichte Neuigkeiten' })
    .input(z.strictObject({ ...pageQuery, club: clubName.optional() }))
    .output(pageOf(newsTeaser)),
  read: endpoint({ access: 'news.read' }, { method: 'GET', path: '/news/{club}/{slug}', summary: 'Einen Beitrag lesen' })
    .input(z.strictObject({ club: clubName, slug: line(80) }))
    .output(article),
};

/** Editing of news by the board (/admin/news). */
export const newsroomContract = {
  list: endpoint(
    { access: 'news.readDraft' },
    { method: 'GET', path: '/newsroom', summary: 'Alle Beiträge eines Vereins, die zuletzt geänderten zuerst' },
  )
    .input(
      z.strictObject({
        ...pageQuery,
        club: clubName.optional(),
        shared: z.stringbool().default(false).describe('Lists the articles that other clubs offer to the sports association.'),
      }),
    )
    .output(pageOf(listedNews)),
  read: endpoint({ access: 'news.readDraft' }, { method: 'GET', path: '/newsroom/{id}', summary: 'Einen Beitrag zum Bearbeiten' })
    .input(one)
    .output(editedNews),
  create: endpoint(
    { access: 'news.create' },
    { method: 'POST', path: '/newsroom', summary: 'Beitrag anlegen', refuses: ['in-progress', 'key-reused'], example },
  )
    .input(newsInput.safeExtend({ club: clubName.optional() }))
    .output(editedNews),
  update: endpoint(
    { access: 'news.update' },
    { method: 'PUT', path: '/newsroom/{id}', summary: 'Beitrag ändern', example: { ...example, version: 1 } },
  )
    .input(newsInput.safeExtend({ id, version }))
    .output(editedNews),
  approve: endpoint(
    { access: 'news.update' },
    {
      method: 'PUT',
      path: '/newsroom/{id}/approval',
      summary: 'Beitrag beim Verband zeigen oder nicht',
      refuses: ['wrong-state'],
      example: { isApproved: true },
    },
  )
    .input(z.strictObject({ id, isApproved: z.boolean() }))
    .output(done),
  delete: endpoint({ access: 'news.delete' }, { method: 'DELETE', path: '/newsroom/{id}', summary: 'Beitrag löschen' })
    .input(one)
    .output(done),
  revisions: endpoint(
    { access: 'news.readDraft' },
    { method: 'GET', path: '/newsroom/{id}/revisions', summary: 'Frühere Fassungen eines Beitrags' },
  )
    .input(one)
    .output(z.array(revision)),
  readRevision: endpoint(
    { access: 'news.readDraft' },
    { method: 'GET', path: '/newsroom/{id}/revisions/{revision}', summary: 'Eine frühere Fassung lesen' },
  )
    .input(z.strictObject({ id, revision: z.coerce.number().int().min(1).max(2_147_483_647) }))
    .output(revision.extend({ body: richText })),
  restore: endpoint(
    { access: 'news.update' },
    {
      method: 'POST',
      path: '/newsroom/{id}/restore',
      summary: 'Frühere Fassung wiederherstellen',
      refuses: ['in-progress', 'key-reused'],
      example: { revision: 1, version: 2 },
    },
  )
    .input(z.strictObject({ id, revision: version, version }))
    .output(editedNews),
};
