import { idPattern } from '#shared/kernel/fields.ts';
import { isAtLeast, type Role } from '#shared/kernel/roles.ts';
import { may, type Target } from '#shared/kernel/rights.ts';
import { clubNames, type ClubName } from '#shared/kernel/clubs.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { largestBytes, pictureTypes } from '#shared/kernel/storage.ts';

/** The user of a request, read from the database for each request; undefined for a visitor. */
export type Actor = { userId: string; role: Role; club: ClubName; name: string };

export type Action = 'read' | 'write' | 'delete' | 'list';

/** The rules for the files of one kind of path. */
export type Rule = {
  /** For display: `{club}` and `{id}` are placeholders for one path segment. */
  path: string;
  pattern: RegExp;
  may: { readonly [action in Action]: Permission };
  /** The lowest role for all actions except reading, where it is stricter than in the permission table. */
  atLeast?: Role;
  largestBytes: number;
  /** The allowed types, as detected by contentTypes.ts. */
  types: readonly string[];
  /** Whether pictures are resized. */
  hasSizes: boolean;
  /** Whether the id in the path is that of a member, who may read and list the files, like users who act for the member. */
  isOfMember?: boolean;
  /** Whether the id in the path is that of a mandate, whose papers the board alone sees. */
  isOfMandate?: boolean;
  /** Whether the id in the path is that of an expense, whose vouchers its submitter and those who decide on it may read. */
  isOfExpense?: boolean;
  /** Whether everybody may read: files have a permanent URL, and camera metadata of pictures must not be disclosed. */
  isPublic: boolean;
};

const office = [
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/zip',
];
const papers = [...pictureTypes, 'application/pdf', 'text/plain', 'text/csv', ...office];

const openRights = {
  read: 'storagePublic.read',
  write: 'storagePublic.write',
  delete: 'storagePublic.delete',
  // Names of unpublished pictures are not public: listing requires the permission to upload.
  list: 'storagePublic.write',
} as const;
const privateRights = {
  read: 'storagePrivate.read',
  write: 'storagePrivate.write',
  delete: 'storagePrivate.delete',
  list: 'storagePrivate.list',
} as const;
const openRule = {
  may: openRights,
  largestBytes: largestBytes.public,
  types: [...pictureTypes, 'application/pdf'],
  hasSizes: true,
  isPublic: true,
} as const;

/** All valid paths of files. The permissions are defined in docs/permissions.csv. */
const rules: readonly Rule[] = [
  { path: '{club}/public/courses|events/…', pattern: inClub('public/(?:courses|events)'), atLeast: 'editor', ...openRule },
  { path: '{club}/public/news|pages|facilities/…', pattern: inClub('public/(?:news|pages|facilities)'), atLeast: 'admin', ...openRule },
  {
    path: '{club}/members/{id}/…',
    pattern: inClub('members/([^/]+)'),
    isOfMember: true,
    may: privateRights,
    largestBytes: largestBytes.members,
    types: papers,
    hasSizes: false,
    isPublic: false,
  },
  {
    path: '{club}/mandates/{id}/…',
    pattern: inClub('mandates/([^/]+)'),
    isOfMandate: true,
    may: { read: 'mandates.read', write: 'mandates.manage', delete: 'mandates.manage', list: 'mandates.read' },
    largestBytes: largestBytes.members,
    types: [...pictureTypes, 'application/pdf'],
    hasSizes: false,
    isPublic: false,
  },
  {
    path: '{club}/expenses/{id}/…',
    pattern: inClub('expenses/([^/]+)'),
    isOfExpense: true,
    may: { read: 'expenses.submit', write: 'expenses.submit', delete: 'expenses.submit', list: 'expenses.submit' },
    largestBytes: largestBytes.vouchers,
    types: [...pictureTypes, 'application/pdf'],
    hasSizes: false,
    isPublic: false,
  },
  {
    path: '{club}/mails/{id}/…',
    pattern: inClub('mails/[^/]+'),
    may: { read: 'mail.listSent', write: 'mail.send', delete: 'mail.send', list: 'mail.listSent' },
    largestBytes: largestBytes.mails,
    types: papers,
    hasSizes: false,
    isPublic: false,
  },
  {
    path: 'users/{id}/…',
    pattern: new RegExp(`^users/(${idPattern})/`),
    may: privateRights,
    largestBytes: largestBytes.users,
    // Readable by the owner and the board only, as attachments: unknown content is accepted as binary data.
    types: [...papers, 'application/octet-stream'],
    hasSizes: true,
    isPublic: false,
  },
];

/** A resolved path: its club, its owner and its rules. */
export type StoragePath = {
  rule: Rule;
  club: ClubName;
  ownerId: string | undefined;
  memberId?: string | undefined;
  mandateId?: string | undefined;
  expenseId?: string | undefined;
};

/** Reads the club of a user, regardless of the current club scope; undefined if there is none. */
export type ClubOfUser = (userId: string) => Promise<ClubName | undefined>;

/** Resolves a path or prefix; undefined if no rule matches. */
export async function storagePathOf(path: string, clubOfUser: ClubOfUser): Promise<StoragePath | undefined> {
  for (const rule of rules) {
    const [match, whose = '', recordId] = rule.pattern.exec(path) ?? [];
    if (match === undefined) continue;
    const club = clubOf(whose);
    if (club)
      return {
        rule,
        club,
        ownerId: undefined,
        memberId: rule.isOfMember ? recordId : undefined,
        mandateId: rule.isOfMandate ? recordId : undefined,
        expenseId: rule.isOfExpense ? recordId : undefined,
      };
    const ofOwner = await clubOfUser(whose);
    return ofOwner && { rule, club: ofOwner, ownerId: whose };
  }
  return undefined;
}

/** Whether `actor` may perform the action on the files at a path. */
export function mayDo(actor: Actor | undefined, action: Action, { rule, club, ownerId }: StoragePath): boolean {
  const target: Target = ownerId && ownerId === actor?.userId ? 'self' : !actor || actor.club === club ? 'club' : 'other';
  if (!may({ role: actor?.role }, rule.may[action], target)) return false;
  return action === 'read' || !rule.atLeast || (actor !== undefined && isAtLeast(actor.role, rule.atLeast));
}

/** The member whose documents are at a path, if members may perform the action on their own documents: reading and listing only. */
export function permittedMember(actor: Actor | undefined, action: Action, { rule, memberId }: StoragePath): string | undefined {
  const isReading = action === 'read' || action === 'list';
  return isReading && may({ role: actor?.role }, rule.may[action], 'self') ? memberId : undefined;
}

/** Whether `actor` may list a prefix above the paths of the rules: board members within their club, superusers everywhere. */
export function mayListAbove(actor: Actor | undefined, prefix: string): boolean {
  const club = /^([A-Za-z]+)\/(?:public\/|members\/|mandates\/|expenses\/|mails\/)?$/.exec(prefix)?.[1];
  const ofClub = club && clubOf(club);
  if (!ofClub && prefix !== '' && prefix !== 'users/') return false;
  const target = ofClub && ofClub === actor?.club ? 'club' : 'other';
  return may({ role: actor?.role }, 'storagePrivate.list', target) !== undefined;
}

function inClub(rest: string): RegExp {
  return new RegExp(`^(${clubNames.join('|')})/${rest}/`, 'i');
}

function clubOf(text: string): ClubName | undefined {
  return clubNames.find((name) => name === text.toUpperCase());
}
