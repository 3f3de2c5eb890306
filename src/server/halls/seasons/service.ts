export { publishSeasons } from './publish.ts';
export { remindOfWishes } from './reminders.ts';
