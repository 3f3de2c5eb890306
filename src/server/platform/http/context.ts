import type { FastifyBaseLogger } from 'fastify';
import type { Role } from '#shared/kernel/roles.ts';
import { may, type Extent, type Target } from '#shared/kernel/rights.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Feature, Permission } from '#shared/kernel/permissions.ts';
import { everyClub, type Database, type Write, type Reader, type Scope, type Transaction } from '../database/database.ts';
import { once, type RepeatableRequest } from './idempotency.ts';
import { Problem, unavailable } from './problem.ts';
import type { Trace } from './requestLog.ts';
import { now } from '../process/clock.ts';
import type { Settings } from '../process/settings.ts';

/** A signed-in user, read from the database for this request. */
export type Viewer = {
  sessionId: string;
  userId: string;
  role: Role;
  club: ClubName;
  name: string;
  email: string;
  /** The role requires a second factor and the grace period is over: until it is set up, `role` is that of a reader. */
  isFactorDue: boolean;
  /** When the password was last confirmed in this session. */
  confirmedAt: Date | undefined;
};

/** The services shared by all parts of the server. */
export type Services = { settings: Settings; database: Database; log: FastifyBaseLogger };

/** The progress of a response: once it is given up, nothing of its request is committed any more. */
export type Progress = { readonly startedAt: number; isGivenUp: boolean };

/** The request context of an endpoint. */
export type Context = Services & {
  requestId: string;
  /** The client address; behind a configured proxy, the one that the proxy saw. */
  network: string;
  headers: Headers;
  /** The club whose look the host name selects. It grants no rights. */
  hostClub: ClubName;
  viewer: Viewer | undefined;
  progress: Progress;
  /** The log entry of the request. */
  trace: Trace;
  /** Reads on one snapshot, within the viewer's scope. */
  read<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs one write atomically, and only once if the request carries an Idempotency-Key. */
  write<T>(work: (write: Write) => Promise<T>): Promise<T>;
  /** Whether a switchable feature of a club is on; within `read` and `write` the query uses their connection. */
  isOn(club: ClubName, feature: Feature): Promise<boolean>;
  setHeader(name: string, value: string | string[]): void;
};

/** Reads whether a feature of a club is on, on the given connection. */
type FeatureReader = (source: Reader, club: ClubName, feature: Feature) => Promise<boolean>;

/**
 * The read and write functions of a context, within the scope of the viewer. Features are read on the connection of the running
 * transaction: taking a second connection inside a transaction can exhaust the pool.
 */
export function workIn(
  database: Database,
  readFeature: FeatureReader,
  viewer: Viewer | undefined,
  hostClub: ClubName,
  repeatable: RepeatableRequest | undefined,
  progress: Progress,
): Pick<Context, 'read' | 'write' | 'isOn'> {
  const scope = scopeOf(viewer, hostClub);
  const running = new Set<Transaction>();
  const parts = new Map<string, Promise<boolean>>();
  const during = async <T>(tx: Transaction, work: () => Promise<T>): Promise<T> => {
    running.add(tx);
    try {
      return await work();
    } finally {
      running.delete(tx);
    }
  };
  return {
    read: (work) => database.read(scope, (tx) => during(tx, () => work(tx))),
    write: async (work) => {
      // Aborted while it waited in a queue: requests behind it must not wait for a write that would be rolled back anyway.
      if (progress.isGivenUp) throw unavailable();
      return database.write(
        scope,
        async (write) => {
          const result = await during(write.tx, () => (repeatable ? once(write, repeatable, () => work(write)) : work(write)));
          // The client was told to try again, and may repeat the same write.
          if (progress.isGivenUp) throw unavailable();
          return result;
        },
        viewer,
      );
    },
    // Cached for the request.
    isOn: (club, feature) => {
      const key = `${club} ${feature}`;
      const answer = parts.get(key) ?? readFeature([...running].at(-1) ?? database.orm, club, feature);
      parts.set(key, answer);
      return answer;
    },
  };
}

/** The viewer of a request; throws 401 without a session. */
export function signedIn(context: Pick<Context, 'viewer'>): Viewer {
  if (!context.viewer) throw new Problem('unauthenticated');
  return context.viewer;
}

/** How long a confirmed password counts as fresh for roles, money, exports and deletions. */
const freshMs = 15 * 60 * 1000;

/** Throws 403 unless the viewer confirmed the password recently; for an endpoint of which only a part requires that. */
export function askFresh({ confirmedAt }: Viewer): void {
  if (now().getTime() - (confirmedAt?.getTime() ?? 0) > freshMs) throw new Problem('reauthentication-required');
}

/** The target kind of a record of `club` for the viewer. */
export function targetOf(context: Pick<Context, 'viewer' | 'hostClub'>, club: string): Target {
  return (context.viewer?.club ?? context.hostClub) === club ? 'club' : 'other';
}

/**
 * Checks a permission for a record and returns its extent; otherwise throws 404 for a record of another club, so that its existence is not
 * revealed, and 403 for one of the own club.
 */
export function allow(context: Pick<Context, 'viewer' | 'hostClub'>, permission: Permission, target: Target): Extent {
  const extent = may({ role: context.viewer?.role }, permission, target);
  if (extent) return extent;
  if (!context.viewer) throw new Problem('unauthenticated');
  throw new Problem(target === 'other' ? 'not-found' : 'forbidden');
}

/** The requested club: the viewer's own, or the named one if the viewer may see others. */
export function clubAsked(context: Pick<Context, 'viewer' | 'hostClub'>, permission: Permission, asked: ClubName | undefined): ClubName {
  const club = asked ?? context.viewer?.club ?? context.hostClub;
  allow(context, permission, targetOf(context, club));
  return club;
}

function scopeOf(viewer: Viewer | undefined, hostClub: ClubName): Scope {
  if (!viewer) return { club: hostClub };
  return viewer.role === 'super' ? { ...everyClub, userId: viewer.userId } : { club: viewer.club, userId: viewer.userId };
}
