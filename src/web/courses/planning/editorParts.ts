import { keysOf } from '#shared/kernel/keys.ts';
/** The sections of the offer editor. */
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

/** The id of a section's heading, to which the index leads. */
export function placeOf(part: EditorPart): string {
  return `teil-${part}`;
}

/** The sections that contain these fields. */
export function partsOf(paths: readonly string[]): EditorPart[] {
  const names = new Set(paths.map((path) => path.split('.')[0] ?? ''));
  const found = keysOf(fieldsOf).filter((part) => fieldsOf[part]?.some((field) => names.has(field)));
  return found.length > 0 ? found : ['basic'];
}
