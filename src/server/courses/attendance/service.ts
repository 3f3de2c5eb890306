export { askForNumbers, remindFamilies, notifyLeaders } from './reminders.ts';
