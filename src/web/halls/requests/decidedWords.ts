/** "12 Termine zugesagt, 2 belegt und offen geblieben." */
export function decidedWords(action: 'approve' | 'reject' | 'offer', changed: number, left: number): string {
  const word = { approve: 'zugesagt', reject: 'abgelehnt', offer: 'mit Gegenvorschlag' }[action];
  const done = `${changed === 1 ? 'Ein Termin' : `${changed === 0 ? 'Kein' : changed} ${changed === 0 ? 'Termin' : 'Termine'}`} ${word}`;
  return `${done}${left > 0 ? `, ${left} belegt und offen geblieben` : ''}.`;
}
