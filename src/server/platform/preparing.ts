import { createHash } from 'node:crypto';
import pg from 'pg';

/** A statement that is asked for the third time is worth keeping ready; the ones asked once or twice would only fill the memory. */
const asksBefore = 3;
const keptAtMost = 300;

/** How often each text was asked by this process; the connections share what they learn. */
const asked = new Map<string, number>();
const names = new Map<string, string>();

/**
 * A connection that lets PostgreSQL parse and plan its frequent statements once instead of at each question.
 * Texts come from the code, with the values beside them, so there are only so many; beyond 300 the rest stays unprepared.
 */
export class PreparingClient extends pg.Client {
  /** Gives the statement its name and passes it on; the overloads are those of `pg`. */
  override query = ((config: unknown, ...rest: unknown[]): unknown => {
    if (isPlainStatement(config)) config.name = nameOf(config.text);
    // The overloads of `pg` cannot be followed through one signature.
    return (super.query as (...all: unknown[]) => unknown).call(this, config, ...rest);
  }) as pg.Client['query'];
}

type PlainStatement = { text: string; name?: string | undefined };

/** A statement as Drizzle sends it; anything else, e.g. a cursor or a COPY stream, passes unchanged. */
function isPlainStatement(config: unknown): config is PlainStatement {
  if (typeof config !== 'object' || config === null || 'submit' in config || ('name' in config && config.name)) return false;
  return 'text' in config && typeof config.text === 'string' && /^(select|insert|update|delete|with)\b/.test(config.text);
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= keptAtMost || asked.size > keptAtMost * 10) return undefined;
  const count = (asked.get(text) ?? 0) + 1;
  asked.set(text, count);
  if (count < asksBefore) return undefined;
  const name = `p${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`;
  names.set(text, name);
  return name;
}
