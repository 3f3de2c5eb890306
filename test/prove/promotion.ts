import { becomes } from '../stage/listeners.ts';
import type { Pair } from '../stage/pair.ts';
import { atLeast, atMost, none, pause, type Outcome } from './proof.ts';
import { lostOf, type Written } from './writers.ts';

/** As long as a watcher of the primary takes to be sure that it is gone. */
export const noticeMs = 2000;

/** What became of the writers when the primary died. */
export type Promotion = { before: number; isBack: boolean; killedAt: number; promotedAt: number; backAt: number };

/** Kills the primary under writers and promotes its standby; comes back with the first write that is acknowledged again. */
export async function promoteStandby({ primary, standby }: Pair, written: Written): Promise<Promotion> {
  await primary.kill();
  const killedAt = performance.now();
  const before = written.acknowledged.length;
  await pause(noticeMs);
  const promotedAt = performance.now();
  await standby.sql('select pg_promote()');
  const isBack = await becomes(() => written.acknowledged.length > before, 60_000);
  return { before, isBack, killedAt, promotedAt, backAt: performance.now() };
}

/** What every promotion must keep, once the writers have stopped: nothing acknowledged is lost, and writing goes on soon. */
export async function keptOverPromotion(
  name: string,
  written: Written,
  { before, isBack, promotedAt, backAt }: Promotion,
  at: { port: number; cookie: string },
): Promise<Outcome> {
  const lost = await lostOf(written.acknowledged, at.port, at.cookie);
  return [
    atLeast(`${name}: acknowledged writes before the kill`, before, 1),
    atLeast('after it', written.acknowledged.length - before, 1),
    none('lost', isBack ? lost : [...lost, 'no write was acknowledged again']),
    none(`told to come later ${written.unavailable} times, other answers`, written.odd),
    atMost('first write', (backAt - promotedAt) / 1000, 5, ' s after the promotion'),
  ];
}
