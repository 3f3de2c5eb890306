import { clubNames, defaultClubs } from '#shared/kernel/clubs.ts';

/** The select options for clubs. */
export const clubOptions = clubNames.map((name) => ({ value: name, label: defaultClubs[name].displayName }));
