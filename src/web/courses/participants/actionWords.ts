/** The actions of staff on one enrolment. */
export type Action = 'confirm' | 'offer' | 'reject' | 'cancel' | 'replace' | 'move' | 'stay' | 'first' | 'pause' | 'price' | 'note';

export const actionNames: { readonly [action in Action]: string } = {
  confirm: 'Zusagen',
  offer: 'Platz anbieten',
  first: 'An die erste Stelle setzen',
  replace: 'Ersatzperson',
  move: 'In anderen Kurs',
  stay: 'Wechsel zurücknehmen',
  pause: 'Pause',
  price: 'Preisgruppe',
  note: 'Notiz',
  reject: 'Ablehnen',
  cancel: 'Platz absagen',
};

/** The notification after an action. */
export const doneWords: { readonly [action in Exclude<Action, 'stay' | 'pause'>]: (name: string) => string } = {
  confirm: (name) => `${name} ist dabei.`,
  offer: (name) => `${name} hat den Platz angeboten bekommen.`,
  first: (name) => `${name} steht jetzt an erster Stelle.`,
  replace: (name) => `Der Platz von ${name} ist übergeben.`,
  move: (name) => `${name} wechselt.`,
  price: (name) => `Die Preisgruppe von ${name} ist geändert.`,
  note: () => 'Die Notiz ist gespeichert.',
  reject: (name) => `Die Anmeldung von ${name} ist abgelehnt.`,
  cancel: (name) => `Der Platz von ${name} ist abgesagt.`,
};
