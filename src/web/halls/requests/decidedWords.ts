import type { ManyDecided } from '#shared/halls/bookingRequests.ts';

/** "12 Termine zugesagt, 2 belegt und offen geblieben." */
export function decidedWords(action: 'approve' | 'reject' | 'offer', changed: number, left: number): string {
  const word = { approve: 'zugesagt', reject: 'abgelehnt', offer: 'mit Gegenvorschlag' }[action];
  const done = `${changed === 1 ? 'Ein Termin' : `${changed === 0 ? 'Kein' : changed} ${changed === 0 ? 'Termin' : 'Termine'}`} ${word}`;
  return `${done}${left > 0 ? `, ${left} belegt und offen geblieben` : ''}.`;
}

/** The same for a bulk decision, with the number of requests that others decided first. */
export function manyWords(action: 'approve' | 'reject', results: ManyDecided['results']): string {
  const sum = (of: 'changed' | 'left') => results.reduce((total, one) => total + one[of], 0);
  const late = results.filter(({ code }) => code !== null).length;
  const words = decidedWords(action, sum('changed'), sum('left'));
  if (late === 0) return words;
  return `${words} ${late === 1 ? 'Eine Anfrage war' : `${late} Anfragen waren`} schon anders erledigt.`;
}
