import { setTimeout } from 'node:timers/promises';
import type { CheckResult, CheckState } from '#shared/kernel/health/checks.ts';
import type { Services } from '../http/context.ts';

/** The result of one check, with one sentence: the state, or how to repair it. */
export type Finding = { state: CheckState; text: string };

/** The proxy headers of a request; undefined in a command. */
export type Arrival = { headers: Headers };

/** One health check. Each room declares its own; src/server/checks.ts lists them. */
export type Check = {
  name: string;
  look(services: Services, arrival?: Arrival): Promise<Finding>;
};

const lookAtMostMs = 3000;

/** Runs all checks concurrently; one that takes more than 3 s counts as bad. */
export function runChecks(checks: readonly Check[], services: Services, arrival?: Arrival): Promise<CheckResult[]> {
  return Promise.all(
    checks.map(async ({ name, look }) => {
      const tooLate = new AbortController();
      const giveUp = setTimeout(lookAtMostMs, undefined, { signal: tooLate.signal }).then(() =>
        bad('Das ließ sich in 3 Sekunden nicht prüfen.'),
      );
      try {
        return { name, ...(await Promise.race([look(services, arrival), giveUp])) };
      } catch (error) {
        services.log.warn({ err: error, check: name }, 'a check failed');
        // A command has no log, so the reason is part of the text.
        return {
          name,
          ...bad(`Das ließ sich nicht prüfen${arrival ? '; der Grund steht im Protokoll des Servers.' : `: ${reasonOf(error)}`}`),
        };
      } finally {
        giveUp.catch(() => undefined);
        tooLate.abort();
      }
    }),
  );
}

/** The root cause of an error in one line: the error of a statement contains the statement itself. */
function reasonOf(error: unknown): string {
  let beneath = error;
  while (beneath instanceof Error && beneath.cause !== undefined) beneath = beneath.cause;
  return String(beneath instanceof Error ? beneath.message : beneath).split('\n')[0] ?? '';
}

/** A number with its words: those of one have no number. */
export const counted = (count: number, one: string, many: string): string => (count === 1 ? one : `${count} ${many}`);

export const ok = (text: string): Finding => ({ state: 'ok', text });
export const warn = (text: string): Finding => ({ state: 'warn', text });
export const bad = (text: string): Finding => ({ state: 'bad', text });
