import type { Candidate } from '../../src/shared/courses/enrolmentShapes.ts';
import type { OwnPerson } from '../../src/shared/people/people.ts';

/** Somebody for whom the viewer may act. */
export function ownPersonOf(changes: Partial<OwnPerson> & Pick<OwnPerson, 'id'>): OwnPerson {
  return {
    club: 'RWA',
    relation: 'guardian',
    firstname: 'Kim',
    lastname: 'Vogel',
    birthDate: '2010-01-01',
    gender: null,
    emergencyContactName: '',
    emergencyContactPhone: '',
    emergencyOthers: [],
    goesHome: 'unknown',
    asksEmergency: false,
    collectors: '',
    mayBeChild: false,
    ...changes,
  };
}

/** Somebody of a family who may be enrolled in an offer. */
export function candidateOf(changes: Partial<Candidate> = {}): Candidate {
  return {
    personId: '9d7a8a31-5b7c-4c57-8d0f-000000000010',
    name: 'Mila Muster',
    birthDate: '2018-02-03',
    relation: 'guardian',
    reasons: [],
    priceCategory: 'non_member',
    priceCents: 3000,
    fullPriceCents: 3000,
    pricePer: 'course',
    cancelFeeCents: 0,
    phase: { kind: 'open', text: 'Anmeldung offen', action: 'register' },
    participationId: null,
    state: null,
    keptUntil: null,
    lacksEmergency: false,
    lacksWayHome: false,
    quote: 'register',
    dueOn: null,
    hasMandate: false,
    mandateText: null,
    alsoBy: [],
    partner: 'Rot-Weiß Auenfeld e. V., Musterweg 1, 59999 Auenfeld',
    begun: null,
    firstDue: [],
    endsOnNotice: null,
    isNewHere: false,
    ...changes,
  };
}
