import type { FastifyBaseLogger } from 'fastify';
import type { Role } from '#shared/kernel/access.ts';
import { may, type Extent, type Target } from '#shared/kernel/rights.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Feature, Permission } from '#shared/kernel/permissions.ts';
import { everyClub, type Database, type Write, type Reader, type Scope, type Transaction } from '../database/database.ts';
import { once, type RepeatableRequest } from './idempotency.ts';
import { Problem, unavailable } from './problem.ts';
import type { Trace } from './requestLog.ts';
import { now } from '../process/clock.ts';
import type { Settings } from '../process/settings.ts';

/** Somebody who is signed in, read from the database for this request. */
export type Viewer = {
  sessionId: string;
  userId: string;
  role: Role;
  club: ClubName;
  name: string;
  email: string;
  /** The role wants a second factor and the days of grace are over: until there is one, `role` is that of a reader. */
  isFactorDue: boolean;
  /** When the password was last proved in this session. */
  confirmedAt: Date | undefined;
};

/** The services that every part of the server shares. */
export type Services = { settings: Settings; database: Database; log: FastifyBaseLogger };

/** How an answer stands: from the moment it is given up, nothing of its request is committed any more. */
export type Progress = { readonly startedAt: number; isGivenUp: boolean };

/** The context of a request for its endpoint. */
export type Context = Services & {
  requestId: string;
  /** The address that sent the request; behind a configured proxy, the one that the proxy saw. */
  network: string;
  headers: Headers;
  /** The club whose look the host name shows. It gives no right. */
  hostClub: ClubName;
  viewer: Viewer | undefined;
  progress: Progress;
  /** The log entry of the request. */
  trace: Trace;
  /** Reads on one snapshot, within the viewer's scope. */
  read<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs one write: all of it or nothing, and once only where the request carries an Idempotency-Key. */
  write<T>(work: (write: Write) => Promise<T>): Promise<T>;
  /** Whether a switchable part of a club is on; within `read` and `write` it is asked on their connection. */
  isOn(club: ClubName, feature: Feature): Promise<boolean>;
  /** Adds a header to the answer. */
  setHeader(name: string, value: string | string[]): void;
};

/** Whether a part of a club is on, read on the given connection. */
type FeatureReader = (source: Reader, club: ClubName, feature: Feature) => Promise<boolean>;

/**
 * The reading and writing half of a context, within the scope of the caller. What is asked within a transaction is
 * read on its connection: taking a second connection inside a transaction can exhaust the pool.
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
          // The caller was asked to come back later, and may do the same again.
          if (progress.isGivenUp) throw unavailable();
          return result;
        },
        viewer,
      );
    },
    // One request asks once, and gets one answer.
    isOn: (club, feature) => {
      const key = `${club} ${feature}`;
      const answer = parts.get(key) ?? readFeature([...running].at(-1) ?? database.orm, club, feature);
      parts.set(key, answer);
      return answer;
    },
  };
}

/** The person behind a request; without a session it is refused with 401. */
export function signedIn(context: Pick<Context, 'viewer'>): Viewer {
  if (!context.viewer) throw new Problem('unauthenticated');
  return context.viewer;
}

/** How long a proved password counts as fresh for roles, money, exports and deletions. */
const freshMs = 15 * 60 * 1000;

/** Refuses with 403 a viewer without a fresh password; for an endpoint of which only a part needs that. */
export function askFresh({ confirmedAt }: Viewer): void {
  if (now().getTime() - (confirmedAt?.getTime() ?? 0) > freshMs) throw new Problem('reauthentication-required');
}

/** The kind of target that a record of `club` is for the caller. */
export function targetOf(context: Pick<Context, 'viewer' | 'hostClub'>, club: string): Target {
  return (context.viewer?.club ?? context.hostClub) === club ? 'club' : 'other';
}

/**
 * Lets a write on a record pass, or refuses it: a record of another club that one may not touch does not exist for the
 * caller (404), one of the own club is forbidden (403).
 */
export function allow(context: Pick<Context, 'viewer' | 'hostClub'>, permission: Permission, target: Target): Extent {
  const extent = may({ role: context.viewer?.role }, permission, target);
  if (extent) return extent;
  if (!context.viewer) throw new Problem('unauthenticated');
  throw new Problem(target === 'other' ? 'not-found' : 'forbidden');
}

/** The club whose records are asked for: the own one, or the one named by a viewer who may see others. */
export function clubAsked(context: Pick<Context, 'viewer' | 'hostClub'>, permission: Permission, asked: ClubName | undefined): ClubName {
  const club = asked ?? context.viewer?.club ?? context.hostClub;
  allow(context, permission, targetOf(context, club));
  return club;
}

function scopeOf(viewer: Viewer | undefined, hostClub: ClubName): Scope {
  if (!viewer) return { club: hostClub };
  return viewer.role === 'super' ? { ...everyClub, userId: viewer.userId } : { club: viewer.club, userId: viewer.userId };
}
