import { useState } from 'react';
import { sessionSets } from '#shared/courses/sessionStates.ts';
import type { Session } from './MoveSession.tsx';

/** The future sessions, as of when the page was opened. */
export function useComing(sessions: readonly Session[]): Session[] {
  const [nowText] = useState(() => new Date().toISOString());
  return sessions.filter(({ state, startsAt }) => sessionSets.coming.includes(state) && startsAt > nowText);
}
