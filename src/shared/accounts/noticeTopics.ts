/** What an account is told of. */
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

/** So long a notice is kept. */
export const noticeDays = 180;

/** The kinds among which an account chooses how it is told; a kind has one or several topics. */
export const noticeKinds = ['dates', 'seats', 'enrolments', 'duties', 'reminders', 'replies', 'money'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export type Ways = { mail: boolean; push: boolean };

/** How an account wants to be told of a kind of thing; where it says so, of each of its people in another way. */
export type NoticeChoice = Ways & { kind: NoticeKind; people: PersonChoice[] };
type PersonChoice = Ways & { personId: string; name: string; /** Chosen for this person alone. */ isOwn: boolean };

type KindOfNotice = {
  title: string;
  /** What is told, in words for the page. */
  line: string;
  /** Law and contract want some things in writing: those always come by mail. */
  isMailFixed: boolean;
  /** Whether one of the ways must stay: nobody should come to a closed hall. */
  isOneFixed?: true;
  /** Concerns people of the family, and may be chosen for each of them. */
  isByPerson?: true;
  /** How an account is told that has not chosen. */
  unless: Ways;
};

/** The kinds with their German titles, their channels by default, and whether a channel is fixed. */
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
    line: 'Bestätigung, Warteliste, Absage und Kündigung.',
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

/** Which choice decides about a topic. */
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
