import type { PersonalData } from '#server/platform/database/personalData.ts';
import { seasonRetention } from './retention.ts';
import { objection, season, seasonFacility, seasonGrant, seasonGrantUnit, seasonPlan, seasonRefusal, wish, wishOption } from './table.ts';

/** The allocation of the halls: groups ask for hours, people are only named in free text. */
export const seasonsData: PersonalData = {
  retention: seasonRetention,
  mayName: [
    wish.contactName,
    wish.contactPhone,
    wish.groupName,
    wish.note,
    objection.text,
    objection.answer,
    objection.reply,
    season.name,
    season.instruction,
  ],
  leftAlone: [
    { table: seasonFacility, why: 'Halls of a season.' },
    { table: seasonPlan, why: 'Versions of a plan, by number and name.' },
    { table: wishOption, why: 'Times that groups wish for.' },
    { table: seasonGrant, why: 'Times that groups get.' },
    { table: seasonGrantUnit, why: 'Parts that are taken in a plan.' },
    { table: seasonRefusal, why: 'Reasons by the published rules, without names of people.' },
  ],
};
