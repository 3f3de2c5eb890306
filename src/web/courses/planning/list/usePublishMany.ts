import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ManagedCourse } from '#shared/courses/courseShapes.ts';
import { api, CallError } from '#web/lib/call/call.ts';
import { failureText } from '#web/lib/call/failure.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** An offer that stayed as it is, and why. */
export type Unpublished = Pick<ManagedCourse, 'id' | 'title'> & { reasons: readonly string[] };

/** Publishes offers one after the other, each for itself: what one lacks does not hold up the others. Tells how many are through. */
export function usePublishMany() {
  const client = useQueryClient();
  const [doneCount, setDoneCount] = useState(0);
  const { mutate, isPending } = useMutation({
    mutationFn: async (chosen: readonly ManagedCourse[]) => {
      const left: Unpublished[] = [];
      for (const [index, { id, title, version }] of chosen.entries()) {
        setDoneCount(index);
        await api.courses
          .setStatus({ id, version, to: 'published', reason: '' })
          .catch((error: unknown) => void left.push({ id, title, reasons: reasonsOf(error) }));
      }
      return left;
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['courses'] }),
  });
  return { publish: mutate, isPending, doneCount };
}

function reasonsOf(error: unknown): readonly string[] {
  const fields = error instanceof CallError ? error.fields.map(({ message }) => message) : [];
  return fields.length > 0 ? fields : [failureText(error)];
}
