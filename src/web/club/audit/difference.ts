import type { AuditEntry } from '#shared/club/audit.ts';

export type Difference = { field: string; before: unknown; after: unknown; isChanged: boolean };

/** The fields of an entry before and after the action: changed ones first, the version last. */
export function differenceOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Difference[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((field) => {
      const [was, is] = [before?.[field], after?.[field]];
      return { field, before: was, after: is, isChanged: JSON.stringify(was) !== JSON.stringify(is) };
    })
    .toSorted((one, other) => rank(one) - rank(other));
}

function rank({ field, isChanged }: Difference): number {
  if (!isChanged) return 2;
  return field === 'version' ? 1 : 0;
}
