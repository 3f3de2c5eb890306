import type { Permission } from './permissions.ts';

/**
 * The collections of the specification (section 3) by their names there, each with the permission needed to receive its
 * change notices. A notice carries no data, only which record changed.
 */
export const collections = {
  config: 'config.readPublic',
  audit: 'stream.audit',
  courses: 'stream.public',
  facilities: 'stream.public',
  pages: 'stream.public',
  events: 'stream.public',
  users: 'users.list',
  news: 'stream.public',
  members: 'stream.members',
  participants: 'stream.participants',
  participations: 'participations.list',
  operational: 'operational.list',
  /** In addition to section 3: declarations on contracts. */
  contractDeclarations: 'contractDeclarations.list',
  /** In addition to section 3: charges. */
  charges: 'charges.manage',
  /** In addition to section 3: closed accounting years. */
  books: 'books.manage',
  /** In addition to section 3: membership fees and the charges made from them. */
  fees: 'fees.manage',
  /** In addition to section 3: SEPA mandates. */
  mandates: 'mandates.read',
  /** In addition to section 3: the numbers of taken places of helper lists, for everybody who has one open. */
  helping: 'stream.public',
  /** In addition to section 3: the remaining visits of multi-visit cards, for the families that have one open. */
  cards: 'stream.public',
  /** In addition to section 3: departments, which many forms list. */
  departments: 'stream.public',
  /** In addition to section 3: organisations with hall times. */
  organisations: 'organisations.list',
  /** In addition to section 3: hall seasons with their requests and plans. */
  seasons: 'stream.seasons',
  /** In addition to section 3: trainers' hour sheets. */
  hourSheets: 'participations.list',
  /** In addition to section 3: expenses that people advanced for a club. */
  expenses: 'expenses.approve',
  /** In addition to section 3: mails of the outbox and mailings, with their delivery states. */
  mails: 'mail.listSent',
  /** In addition to section 3: feedback of visitors. */
  feedback: 'feedback.list',
  /** In addition to section 3: data breaches and requests of data subjects. */
  privacyCases: 'privacyLog.manage',
  /** In addition to section 3: stored files, for the file manager. */
  files: 'files.list',
} as const satisfies Record<string, Permission>;

export type Collection = keyof typeof collections;

/** Whether a text names a collection. */
export function isCollection(word: string): word is Collection {
  return Object.hasOwn(collections, word);
}

/** A change notice to the browsers: a record of a collection of a club changed. */
export type ChangeNotice = { collection: Collection; club: string; entityId?: string };

/** A change notice as received; `spreadMs` is the period over which clients spread their reloads at random. */
export type HeardNotice = ChangeNotice & { spreadMs?: number };
