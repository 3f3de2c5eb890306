import { germanDate, localOf, type LocalDate, instantInWords } from '#shared/kernel/calendar.ts';

/** The states of a course, used by database, shapes, rules and pages. */
export const courseStatuses = ['draft', 'published', 'paused', 'confirmed', 'cancelled', 'completed', 'billed', 'archived'] as const;
export type CourseStatus = (typeof courseStatuses)[number];

/** The German names of the states. */
export const courseStatusNames: { readonly [status in CourseStatus]: string } = {
  draft: 'Entwurf',
  published: 'Veröffentlicht',
  paused: 'Pausiert',
  confirmed: 'Findet statt',
  cancelled: 'Abgesagt',
  completed: 'Abgeschlossen',
  billed: 'Abgerechnet',
  archived: 'Archiviert',
};

const statuses = (...of: CourseStatus[]): readonly CourseStatus[] => of;

/** Sets of course states that rules refer to. */
export const courseSets = {
  /** Published and not finished: visible, and its sessions take place. */
  running: statuses('published', 'paused', 'confirmed'),
  /** Running, or still a draft: its sessions follow the calendar. */
  living: statuses('draft', 'published', 'paused', 'confirmed'),
  /** Enrolment is possible, depending on its kind. */
  open: statuses('published', 'confirmed'),
  /** Not published yet, or paused. */
  waiting: statuses('draft', 'paused'),
  /** Published, but not yet confirmed to take place. */
  undecided: statuses('published', 'paused'),
  /** Running or completed: its calendar feed remains available. */
  shown: statuses('published', 'paused', 'confirmed', 'completed'),
  /** Its enrolments can have charges. */
  billable: statuses('published', 'paused', 'confirmed', 'completed', 'cancelled'),
  over: statuses('completed', 'billed', 'archived'),
  /** Cancelled or archived: nobody takes part, even without a last day. */
  dropped: statuses('cancelled', 'archived'),
  /** Immutable. */
  settled: statuses('archived', 'billed'),
};

const moves: { readonly [from in CourseStatus]: readonly CourseStatus[] } = {
  draft: ['published', 'cancelled'],
  published: ['paused', 'confirmed', 'cancelled', 'completed'],
  paused: ['published', 'cancelled'],
  confirmed: ['published', 'cancelled', 'completed'],
  cancelled: ['published', 'archived'],
  completed: ['billed', 'archived'],
  billed: ['archived'],
  archived: [],
};

/** Whether a state transition is allowed in principle; further conditions are checked separately. */
export function mayMove(from: CourseStatus, to: CourseStatus): boolean {
  return moves[from].includes(to);
}

/** The data that a course must have to be published. */
export type PublishFacts = {
  title: string;
  number: string;
  startsOn: LocalDate | null;
  slots: number;
  sessions: number;
  leadTrainers: number;
  prices: number;
  contactName: string;
  contactEmail: string;
  contactPhone: string;
  placesMax: number | null;
  registration: string;
  externalUrl: string;
};

/** Whether minors may attend. By year of birth, offers from 18 also admit persons who are still 17. */
export function mayMinorsAttend({ ageMin, ageReference }: { ageMin: number | null; ageReference: string }): boolean {
  return (ageMin ?? 0) < (ageReference === 'birth_year' ? 19 : 18);
}

/** The missing requirements of publication: the field and a German message each. */
export function missingToPublish(facts: PublishFacts): { path: string; message: string }[] {
  const checks: [boolean, string, string][] = [
    [facts.title !== '', 'title', 'Der Titel fehlt.'],
    [facts.number !== '', 'number', 'Die Kursnummer fehlt.'],
    [facts.startsOn !== null, 'startsOn', 'Der Beginn fehlt.'],
    [facts.slots + facts.sessions > 0, 'slots', 'Es fehlt mindestens eine Zeit oder ein Termin.'],
    [facts.leadTrainers > 0, 'trainers', 'Es fehlt eine leitende Übungsleitung.'],
    [facts.prices > 0, 'prices', 'Es fehlt mindestens ein Preis; kostenlos ist 0 €.'],
    [facts.contactName !== '' && (facts.contactEmail || facts.contactPhone) !== '', 'contactName', 'Es fehlt, wer Fragen beantwortet.'],
    [facts.placesMax === null || facts.placesMax > 0, 'placesMax', 'Die Zahl der Plätze muss größer als 0 sein.'],
    [facts.registration !== 'external' || facts.externalUrl !== '', 'externalUrl', 'Die Adresse der Anmeldung fehlt.'],
  ];
  return checks.filter(([isMet]) => !isMet).map(([, path, message]) => ({ path, message }));
}

/**
 * The priority classes for the waiting list and the start of enrolment: returning, member, partner club, public. Lower is
 * first; children who wait since a round of the holiday programme are before all.
 */
export const queueClasses = { round: 5, returning: 10, member: 20, partner: 25, public: 30 } as const;

export type QueueClass = (typeof queueClasses)[keyof typeof queueClasses];

/** The start of enrolment per class; without any date it is open from publication. */
export type Windows = {
  returningFrom: Date | null;
  memberFrom: Date | null;
  publicFrom: Date | null;
  isMembersOnly: boolean;
};

/** The instant from which a person of a class may enrol; null if at any time, 'never' if the offer is for members only. */
export function opensAt({ returningFrom, memberFrom, publicFrom, isMembersOnly }: Windows, queueClass: QueueClass): Date | null | 'never' {
  if (queueClass >= queueClasses.partner) return isMembersOnly ? 'never' : publicFrom;
  const dates = [publicFrom, memberFrom, ...(queueClass === queueClasses.returning ? [returningFrom] : [])].filter((date) => date !== null);
  // Without a date for the public, nobody has to wait.
  if (!publicFrom && !isMembersOnly) return null;
  return dates.length > 0 ? new Date(Math.min(...dates.map((date) => date.getTime()))) : null;
}

/** The facts that determine the phase of a course. */
export type PhaseFacts = Windows & {
  status: CourseStatus;
  kind: string;
  registration: string;
  /** Whether places are allocated by the holiday programme and this has not happened yet. */
  isInRound?: boolean;
  lateJoin: string;
  closesAt: Date | null;
  /** The start of the first session. */
  startsAt: Date;
  /** The end of the last session; null if the course has no end. */
  endsAt: Date | null;
  placesMax: number | null;
  /** Free places; null if unlimited. */
  free: number | null;
  waiting: number;
  waitlistMax: number | null;
};

type PhaseKind =
  | 'draft'
  | 'cancelled'
  | 'ended'
  | 'paused'
  | 'none'
  | 'round'
  | 'external'
  | 'notYet'
  | 'membersOnly'
  | 'closed'
  | 'waitlist'
  | 'full'
  | 'few'
  | 'free';

/** The public phase of enrolment with its German text, and the action that is possible in it. */
export type Phase = { kind: PhaseKind; text: string; action: 'register' | 'waitlist' | 'external' | 'none' };

/** Phases in which a place is available immediately. */
export const seatPhases: readonly PhaseKind[] = ['few', 'free'];

/** The phase of a course for a person of a class; the first matching rule applies. */
export function phaseOf(facts: PhaseFacts, now: Date, queueClass: QueueClass = queueClasses.public): Phase {
  const shut = (kind: PhaseKind, text: string): Phase => ({ kind, text, action: 'none' });
  if (facts.status === 'draft') return shut('draft', 'Entwurf, noch nicht veröffentlicht');
  if (facts.status === 'cancelled') return shut('cancelled', 'Abgesagt');
  if (courseSets.over.includes(facts.status) || (facts.endsAt && now > facts.endsAt)) return shut('ended', 'Beendet');
  if (facts.status === 'paused') return shut('paused', 'Anmeldung zurzeit nicht möglich');
  if (facts.registration === 'none') return shut('none', 'Ohne Anmeldung – kommen Sie einfach vorbei');
  if (facts.registration === 'external') return { kind: 'external', text: 'Anmeldung auf einer anderen Seite', action: 'external' };
  if (facts.isInRound) return shut('round', 'Die Plätze vergibt das Ferienprogramm nach Wünschen');
  const opens = opensAt(facts, queueClass);
  if (opens === 'never') return shut('membersOnly', 'Nur für Mitglieder');
  if (opens && now < opens) return shut('notYet', `Anmeldung ab ${instantInWords(opens)}`);
  if (facts.closesAt && now > facts.closesAt) return shut('closed', `Anmeldeschluss war am ${germanDate(localOf(facts.closesAt).date)}`);
  if (facts.lateJoin === 'no' && now >= facts.startsAt) return shut('closed', 'Hat schon begonnen, kein späterer Einstieg');
  return seatsPhase(facts);
}

function seatsPhase({ placesMax, free, waiting, waitlistMax }: PhaseFacts): Phase {
  if (free === null || placesMax === null) return { kind: 'free', text: 'Plätze frei', action: 'register' };
  // The waiting list has priority: a place that is about to be offered is not free for others.
  if (free <= 0 || waiting > 0) {
    if (waitlistMax === 0) return { kind: 'full', text: 'Ausgebucht', action: 'none' };
    if (waitlistMax !== null && waiting >= waitlistMax) return { kind: 'full', text: 'Ausgebucht, Warteliste voll', action: 'none' };
    return {
      kind: 'waitlist',
      text: waiting > 0 ? `Warteliste (${waiting} warten)` : 'Ausgebucht – Warteliste möglich',
      action: 'waitlist',
    };
  }
  if (free <= 3 || free <= placesMax * 0.2)
    return { kind: 'few', text: free === 1 ? 'Noch 1 Platz' : `Noch ${free} Plätze`, action: 'register' };
  return { kind: 'free', text: 'Plätze frei', action: 'register' };
}
