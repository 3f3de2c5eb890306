import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Grant, SeasonPlan } from '#shared/halls/seasons/plans.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { notify, notifyProblem, notifyRefusal } from '#web/ui/notices/notices.tsx';
import { planQuery } from '../seasons/queries.ts';
import { grantOf, isSameHour, turned, type Change } from './hours.ts';

const stepsAtMost = 50;

type Sent = { change: Change; /** With the versions that the times had before. */ input: ReturnType<typeof inputOf> };

/** Changes the current plan, with multi-step undo as long as nobody else has changed the same times. */
export function useArrange(seasonId: string, plan: SeasonPlan) {
  const client = useQueryClient();
  const [done, setDone] = useState<readonly Change[]>([]);
  const [undone, setUndone] = useState<readonly Change[]>([]);
  const { queryKey } = planQuery(seasonId);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ input }: Sent) => api.seasonPlans.arrange({ id: seasonId, ...input }),
    onMutate: ({ change }: Sent) => {
      // Optimistic: the change is shown at once; the response adds the verdict of the rules.
      void client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (before) => before && { ...before, grants: arranged(before.grants, change) });
    },
    onSuccess: (after) => client.setQueryData(queryKey, after),
    onError: () => void client.invalidateQueries({ queryKey }),
  });
  const send = useCallback(
    (change: Change, words: string, onDone: () => void) => {
      const now = client.getQueryData(queryKey) ?? plan;
      if (change.takes.some((one) => !grantOf(now, one))) {
        notifyRefusal('Das hat inzwischen jemand anders geändert.');
        void client.invalidateQueries({ queryKey });
        return;
      }
      mutate(
        { change, input: inputOf(now, change) },
        {
          onSuccess: (after) => {
            onDone();
            notify(`${words} ${pointsWords(now, after)}`.trim());
          },
          onError: notifyProblem,
        },
      );
    },
    [client, mutate, plan, queryKey],
  );
  const run = useCallback(
    (change: Change, words: string) =>
      send(change, words, () => {
        setDone((before) => [...before, change].slice(-stepsAtMost));
        setUndone([]);
      }),
    [send],
  );
  const undo = () => {
    const last = done.at(-1);
    if (!last) return;
    setDone(done.slice(0, -1));
    send(turned(last), 'Zurückgenommen.', () => setUndone((before) => [...before, last]));
  };
  const redo = () => {
    const last = undone.at(-1);
    if (!last) return;
    setUndone(undone.slice(0, -1));
    send(last, 'Wiederholt.', () => setDone((before) => [...before, last]));
  };
  useUndoKeys(undo, redo);
  return { run, undo, redo, canUndo: done.length > 0 && !isPending, canRedo: undone.length > 0 && !isPending, isPending };
}

/** Ctrl+Z and Ctrl+Y, unless an input has the focus. */
function useUndoKeys(undo: () => void, redo: () => void): void {
  const latest = useRef({ undo, redo });
  useEffect(() => {
    latest.current = { undo, redo };
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      const key = event.key.toLowerCase();
      if (key === 'z' && !event.shiftKey) latest.current.undo();
      else if (key === 'y' || (key === 'z' && event.shiftKey)) latest.current.redo();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, []);
}

function inputOf(plan: SeasonPlan, { takes, gives }: Change) {
  return {
    takes: takes.flatMap((one) => {
      const found = grantOf(plan, one);
      return found ? [{ id: found.id, version: found.version }] : [];
    }),
    gives: gives.map(({ endTime: _end, ...give }) => give),
  };
}

/** The grants after a change, until the server has responded. */
function arranged(grants: readonly Grant[], { takes, gives }: Change): Grant[] {
  const given = gives.flatMap((hour): Grant[] => {
    const like = grants.find(({ wishId }) => wishId === hour.wishId);
    return like ? [{ ...like, ...hour, id: `${hour.wishId} ${hour.weekday}` }] : [];
  });
  return [...grants.filter((one) => !takes.some((hour) => isSameHour(hour, one))), ...given];
}

function pointsWords(before: SeasonPlan, after: SeasonPlan): string {
  return before.points === after.points
    ? ''
    : `Punkte: ${before.points.toLocaleString('de-DE')} → ${after.points.toLocaleString('de-DE')}.`;
}
