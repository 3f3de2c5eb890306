import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ManagedCourse } from '#shared/courses/courseShapes.ts';
import { CallError } from '#web/lib/call/call.ts';
import { failureText } from '#web/lib/call/failure.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** An offer that was not changed, and why. */
export type Unchanged = Pick<ManagedCourse, 'id' | 'title'> & { reasons: readonly string[] };

/** Changes offers one by one: a refusal does not stop the others. Reports the progress. */
export function useManyCourses() {
  const client = useQueryClient();
  const [doneCount, setDoneCount] = useState(0);
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ chosen, change }: { chosen: readonly ManagedCourse[]; change: (one: ManagedCourse) => Promise<unknown> }) => {
      const left: Unchanged[] = [];
      for (const [index, one] of chosen.entries()) {
        setDoneCount(index);
        await change(one).catch((error: unknown) => void left.push({ id: one.id, title: one.title, reasons: reasonsOf(error) }));
      }
      return left;
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['courses'] }),
  });
  return { run: mutate, isPending, doneCount };
}

function reasonsOf(error: unknown): readonly string[] {
  const fields = error instanceof CallError ? error.fields.map(({ message }) => message) : [];
  return fields.length > 0 ? fields : [failureText(error)];
}
