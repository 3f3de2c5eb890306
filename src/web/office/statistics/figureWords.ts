import type { StatColumn } from '#shared/office/courseStatColumns.ts';
import { euros } from '#shared/kernel/money.ts';

/** A formatted figure; a dash for none. */
export function inWords(value: number | null, unit: StatColumn['unit']): string {
  if (value === null) return '–';
  if (unit === 'cents') return euros(value);
  return unit === 'percent' ? `${value}\u00A0%` : value.toLocaleString('de-DE');
}
