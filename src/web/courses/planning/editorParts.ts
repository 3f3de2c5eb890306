import { keysOf } from '#shared/kernel/keys.ts';
/** The parts of the editor of an offer. */
export type EditorPart = 'basic' | 'times' | 'people' | 'text' | 'places' | 'rules' | 'contact' | 'sessions';

const fieldsOf: { readonly [part in EditorPart]?: readonly string[] } = {
  text: ['description', 'image', 'imageAlt', 'level', 'bringNote'],
  times: ['startsOn', 'endsOn', 'holidayMode', 'slots'],
  people: ['trainers', 'prices'],
  places: [
    'placesMin',
    'placesMax',
    'placesReserved',
    'waitlistMax',
    'waitlistOfferHours',
    'registration',
    'externalUrl',
    'lateJoin',
    'returningFrom',
    'memberFrom',
    'publicFrom',
    'closesAt',
  ],
  rules: [
    'ageMin',
    'ageMax',
    'ageReference',
    'gender',
    'visibility',
    'requiredQualification',
    'requiredConsents',
    'cancelFreeUntilDays',
    'graceHours',
    'cancelTiers',
    'noticeAmount',
    'noticeUnit',
    'noticeTo',
    'minTermMonths',
    'pauseMaxMonths',
    'trialSessions',
    'replyUntilHours',
    'replacesAbsent',
  ],
  contact: ['contactName', 'contactEmail', 'contactPhone'],
};

/** The parts in which these fields stand, so that a part that is shut opens when something in it is wrong. */
export function partsOf(paths: readonly string[]): EditorPart[] {
  const names = new Set(paths.map((path) => path.split('.')[0] ?? ''));
  const found = keysOf(fieldsOf).filter((part) => fieldsOf[part]?.some((field) => names.has(field)));
  return found.length > 0 ? found : ['basic'];
}
