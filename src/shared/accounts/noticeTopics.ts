/** The topics of notices to an account. */
export const noticeTopics = [
  'session_off',
  'session_moved',
  'session_on',
  'seat_offered',
  'enrolment',
  'duty',
  'reminder',
  'replies',
  'money_due',
] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

/** The retention of notices in days. */
export const noticeDays = 180;

/** The kinds of notices for which an account chooses its channels; a kind has one or more topics. */
export const noticeKinds = ['dates', 'seats', 'enrolments', 'duties', 'reminders', 'replies', 'money'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export type Ways = { mail: boolean; push: boolean };

/** The channels that an account chose for a kind of notices, with different choices for individual persons of the family. */
export type NoticeChoice = Ways & { kind: NoticeKind; people: PersonChoice[] };
type PersonChoice = Ways & { personId: string; name: string; /** Chosen for this person only. */ isOwn: boolean };

type KindOfNotice = {
  title: string;
  /** The description of the kind for the page. */
  line: string;
  /** Whether mail cannot be switched off, since law or contract require written form. */
  isMailFixed: boolean;
  /** Whether at least one channel must remain on, e.g. so that nobody comes to a closed hall. */
  isOneFixed?: true;
  /** Whether it applies to persons of the family and can be chosen for each of them. */
  isByPerson?: true;
  /** The default channels. */
  unless: Ways;
};

/** The kinds with their German titles, their default channels, and whether a channel is mandatory. */
export const kindsOfNotices: { readonly [kind in NoticeKind]: KindOfNotice } = {
  dates: {
    title: 'Termine',
    line: 'Ein Termin fällt aus, wird verlegt oder findet doch statt. Einer der Wege bleibt; ohne eingeschaltetes Gerät kommt die Mail.',
    isMailFixed: false,
    isByPerson: true,
    isOneFixed: true,
    unless: { mail: true, push: true },
  },
  seats: {
    title: 'Freie Plätze',
    line: 'Auf der Warteliste sind Sie an der Reihe und haben eine Frist für die Antwort.',
    isMailFixed: true,
    isByPerson: true,
    unless: { mail: true, push: true },
  },
  enrolments: {
    title: 'Anmeldungen',
    line: 'Bestätigung, Warteliste, Absage und Kündigung; einmal in der Saison, wenn die Notfallnummer eines Kindes fehlt.',
    isMailFixed: true,
    isByPerson: true,
    unless: { mail: true, push: false },
  },
  duties: {
    title: 'Helferdienste',
    line: 'Erinnerung an einen Dienst, den Sie übernommen haben. Änderungen und Absagen kommen immer per Mail.',
    isMailFixed: false,
    unless: { mail: true, push: true },
  },
  reminders: {
    title: 'Was morgen ist',
    line: 'Am Vorabend um 18 Uhr die Termine Ihrer Familie am nächsten Tag, alle in einer Nachricht.',
    isMailFixed: false,
    isByPerson: true,
    unless: { mail: false, push: true },
  },
  replies: {
    title: 'Wer nicht kommt',
    line: 'Für Übungsleitende: zwei Stunden vor der eigenen Stunde, wer entschuldigt ist.',
    isMailFixed: false,
    unless: { mail: false, push: true },
  },
  money: {
    title: 'Zahlungen',
    line: 'Eine Woche vorher, was zu überweisen ist. Lastschriften kündigt der Verein per Mail an.',
    isMailFixed: true,
    unless: { mail: true, push: false },
  },
};

/** The kind of each topic, whose choice applies to it. */
export const kindOfTopic: { readonly [topic in NoticeTopic]: NoticeKind } = {
  session_off: 'dates',
  session_moved: 'dates',
  session_on: 'dates',
  seat_offered: 'seats',
  enrolment: 'enrolments',
  duty: 'duties',
  reminder: 'reminders',
  replies: 'replies',
  money_due: 'money',
};
