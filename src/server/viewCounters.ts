import { call, ORPCError } from '@orpc/server';
import { z } from 'zod';
import { sessionViews } from '#shared/courses/overview/overview.ts';
import { clubName, localDate, roleName } from '#shared/kernel/fields.ts';
import { memberFilter } from '#shared/people/memberBatch.ts';
import { memberListPhases } from '#shared/people/memberWords.ts';
import type { usersApi } from '#server/accounts/users/api.ts';
import type { ViewCounters } from '#server/accounts/views/api.ts';
import type { coursesApi } from '#server/courses/offers/api.ts';
import { overviewApi } from '#server/courses/overview/api.ts';
import type { membersApi } from '#server/people/members/api.ts';
import type { Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';

const memberView = z.object({ ...memberFilter, phase: z.enum(['all', ...memberListPhases]).default('present') });
const userView = z.object({
  club: clubName.optional(),
  role: roleName.optional(),
  state: z.enum(['active', 'disabled', 'unverified']).optional(),
});
const courseView = z.object({
  club: clubName.optional(),
  status: z.enum(['current', 'few', 'hallless', 'draft', 'past']).optional(),
  department: z.string().optional(),
});
const sessionView = z.object({
  view: z.enum(sessionViews).optional(),
  whose: z.enum(['mine', 'all']).optional(),
  from: localDate.optional(),
  to: localDate.optional(),
});

type CountedEndpoints = {
  members: ReturnType<typeof membersApi>;
  offers: ReturnType<typeof coursesApi>;
  users: ReturnType<typeof usersApi>;
};

/** The counted lists: each is asked for one row, with the rights and by the rules of its own endpoint. */
export const viewCounters = ({ members, offers, users }: CountedEndpoints): ViewCounters => ({
  members: counting(memberView, async (context, { phase, ...filter }) => {
    const asked = { ...filter, ...(phase !== 'all' && { phase }), limit: '1' };
    return (await call(members.list, asked, { context })).total;
  }),
  users: counting(userView, async (context, filter) => (await call(users.list, { ...filter, limit: '1' }, { context })).total),
  courses: counting(courseView, async (context, { department, ...filter }) => {
    const { rows, total } = await call(offers.manage, filter, { context });
    return department ? rows.filter((one) => one.department === department).length : total;
  }),
  sessions: counting(sessionView, async (context, { whose, ...filter }) => {
    const mine = whose ? whose === 'mine' : context.viewer?.role === 'trainer';
    return (await call(overviewApi.sessions, { ...filter, mine: String(mine), limit: '1' }, { context })).total;
  }),
});

/** Nothing is counted for filters that the list no longer knows, and for whom it is closed. */
function counting<Shape extends z.ZodType>(shape: Shape, count: (context: Context, query: z.output<Shape>) => Promise<number | null>) {
  return async (context: Context, query: { readonly [key: string]: string }): Promise<number | undefined> => {
    const read = shape.safeParse(query);
    if (!read.success) return undefined;
    // The log entry stays that of the menu.
    const inside = { ...context, trace: { ...context.trace } };
    return (
      (await count(inside, read.data).catch((error: unknown) => {
        if (error instanceof Problem || error instanceof ORPCError) return null;
        throw error;
      })) ?? undefined
    );
  };
}
