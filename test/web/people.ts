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
