import type { MemberBatchDone } from '#shared/people/memberBatch.ts';

const namedAtMost = 3;

/** "1.998 Mitglieder geändert, 2 nicht: Emil Albers (schon ausgetreten), …" */
export function batchResult({ count, unchanged }: MemberBatchDone, asked: number): string {
  const changed = count === 1 ? '1 Mitglied geändert' : `${count.toLocaleString('de-DE')} Mitglieder geändert`;
  const others = asked - count;
  if (others === 0) return `${changed}.`;
  const named = unchanged.slice(0, namedAtMost);
  const names = named.map(({ name, reason }) => `${name} (${reason})`);
  const more = others - named.length;
  if (more > 0) names.push(more === 1 ? 'und 1 weiteres' : `und ${more.toLocaleString('de-DE')} weitere`);
  return `${changed}, ${others.toLocaleString('de-DE')} nicht: ${names.join(', ').replace(', und', ' und')}.`;
}
