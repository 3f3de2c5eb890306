import { useState } from 'react';
import { CallError } from './callError.ts';
import { failureText } from './failure.ts';
import { useMutation } from './useMutation.ts';

/** A record that was not changed, and why. */
export type Unchanged<Row> = { row: Row; reasons: readonly string[] };

type Run<Row> = { chosen: readonly Row[]; change: (row: Row) => Promise<unknown> };

/** Changes records one by one: a refusal does not stop the others. Reports the progress, and at the end what was refused. */
export function useOneByOne<Row>(onSettled: () => unknown) {
  const [doneCount, setDoneCount] = useState(0);
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ chosen, change }: Run<Row>) => {
      const left: Unchanged<Row>[] = [];
      for (const [index, row] of chosen.entries()) {
        setDoneCount(index);
        await change(row).catch((error: unknown) => void left.push({ row, reasons: reasonsOf(error) }));
      }
      return left;
    },
    onSettled,
  });
  return { run: mutate, isPending, doneCount };
}

function reasonsOf(error: unknown): readonly string[] {
  const fields = error instanceof CallError ? error.fields.map(({ message }) => message) : [];
  return fields.length > 0 ? fields : [failureText(error)];
}
