import { holidayContract } from '#shared/courses/holiday/holiday.ts';
import { isBeforeEnd, phaseOfRound } from '#shared/courses/holiday/rules.ts';
import { enterScope } from '#server/platform/database/database.ts';
import { clubAsked, signedIn } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { countTry } from '#server/platform/http/rateLimit.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { drawRound } from './draw.ts';
import { previewRound } from './match.ts';
import { agreeOffers, holidayPageOf, manageRound, roundOfClub } from './offers.ts';
import { cancelRound } from './release.ts';
import { createRound, currentRounds, hasRounds, listRounds, openRound, removeRound, roundFor, updateRound } from './rounds.ts';
import { ownWishes, saveWishes, seenRound, withdrawWishes } from './wishes.ts';

const os = implementing(holidayContract);
const codeTries = { free: 20, windowMs: 60 * 60_000 };
const ok = { ok: true } as const;

/** The holiday programme: rounds, the offers of the clubs, the wishes of families, and who gets what. */
export const holidayApi = os.router({
  current: os.current.handler(({ context }) => context.read((tx) => currentRounds(tx, context.hostClub))),
  page: os.page.handler(({ context, input }) => context.read((tx) => holidayPageOf(tx, input.id))),
  mine: os.mine.handler(({ context, input }) => {
    const { userId } = signedIn(context);
    return context.read(async (tx) => ownWishes(tx, await seenRound(tx, input.id), userId));
  }),
  saveWishes: os.saveWishes.handler(async ({ context, input }) => {
    const viewer = signedIn(context);
    // Guessing codes would put a child into a group of strangers.
    if (input.friends === 'join') await countTry(context.database, `holidayCode:${viewer.userId}`, codeTries);
    return context.write((write) => saveWishes(write, viewer, input));
  }),
  withdraw: os.withdraw.handler(async ({ context, input }) => {
    await context.write((write) => withdrawWishes(write, signedIn(context), input));
    return ok;
  }),

  list: os.list.handler(({ context, input }) => {
    const club = clubAsked(context, 'holidayRounds.list', input.club);
    return context.read(async (tx) => ({ isOn: await hasRounds(tx, club), rows: await listRounds(tx, club) }));
  }),
  create: os.create.handler(({ context, input }) => {
    const club = clubAsked(context, 'holidayRounds.manage', input.club);
    return context.write(async (write) => {
      await enterScope(write.tx, club);
      return createRound(context, write, club, input.round);
    });
  }),
  read: os.read.handler(({ context, input }) => {
    const club = clubAsked(context, 'holidayRounds.list', input.club);
    return context.read(async (tx) => manageRound(context, tx, await roundOfClub(tx, input.id, club), club));
  }),
  update: os.update.handler(({ context, input: { id, round, version } }) =>
    context.write((write) => updateRound(context, write, id, round, version)),
  ),
  remove: os.remove.handler(async ({ context, input }) => {
    await context.write((write) => removeRound(context, write, input.id));
    return ok;
  }),
  agree: os.agree.handler(({ context, input: { id, club: asked, courseIds } }) => {
    const club = clubAsked(context, 'holidayOffers.agree', asked);
    return context.write((write) => agreeOffers(context, write, id, club, courseIds));
  }),
  open: os.open.handler(({ context, input: { id, version } }) => context.write((write) => openRound(context, write, id, version))),
  cancel: os.cancel.handler(({ context, input }) => context.write((write) => cancelRound(context, write, input))),
  preview: os.preview.handler(({ context, input }) =>
    context.read(async (tx) => {
      const round = await roundFor(context, tx, input.id, 'holidayRounds.manage');
      if (isBeforeEnd(phaseOfRound(round, now()))) throw new Problem('wrong-state');
      return previewRound(tx, round, today());
    }),
  ),
  draw: os.draw.handler(({ context, input: { id, version } }) => context.write((write) => drawRound(context, write, id, version))),
});
