import { clubNames, defaultClubs } from '#shared/kernel/clubs.ts';

/** The clubs to choose from. */
export const clubOptions = clubNames.map((name) => ({ value: name, label: defaultClubs[name].displayName }));
