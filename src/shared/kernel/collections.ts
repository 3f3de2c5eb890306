import type { Permission } from './permissions.ts';

/**
 * The collections of the specification (section 3) by their names there, and what permission one needs to be notified
 * that something in them changed. A notice carries no data, only that a record changed.
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
  /** Ours beside section 3: what people declared about their contracts. */
  contractDeclarations: 'contractDeclarations.list',
  /** Ours beside section 3: what people owe. */
  charges: 'charges.manage',
  /** Ours beside section 3: which years are closed. */
  books: 'books.manage',
  /** Ours beside section 3: what membership costs, and what was charged by it. */
  fees: 'fees.manage',
  /** Ours beside section 3: from which accounts the club may collect. */
  mandates: 'mandates.read',
  /** Ours beside section 3: how full the helper lists are, for everybody who has one open. */
  helping: 'stream.public',
  /** Ours beside section 3: how many visits a card still has, for the families that have it open. */
  cards: 'stream.public',
  /** Ours beside section 3: departments, which forms all over offer. */
  departments: 'stream.public',
  /** Ours beside section 3: who has hall times. */
  organisations: 'organisations.list',
  /** Ours beside section 3: rounds of the halls with their wishes and plans. */
  seasons: 'stream.seasons',
  /** Ours beside section 3: trainers' hour sheets. */
  hourSheets: 'participations.list',
  /** Ours beside section 3: mails in the outbox, mails to many, and how far they are. */
  mails: 'mail.listSent',
  /** Ours beside section 3: what visitors wrote. */
  feedback: 'feedback.list',
  /** Ours beside section 3: breaches, and requests about people's data. */
  privacyCases: 'privacyLog.manage',
  /** Ours beside section 3: stored files, for the file manager. */
  files: 'files.list',
} as const satisfies Record<string, Permission>;

export type Collection = keyof typeof collections;

/** Whether a word names a collection. */
export function isCollection(word: string): word is Collection {
  return Object.hasOwn(collections, word);
}

/** A live notice to the browsers: a record of a collection of a club changed. */
export type ChangeNotice = { collection: Collection; club: string; entityId?: string };

/** A notice as it arrives: with the time within which the pages of many listeners should read again, each at a moment of its own. */
export type HeardNotice = ChangeNotice & { spreadMs?: number };
