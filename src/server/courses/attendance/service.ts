export { remindFamilies, notifyLeaders } from './reminders.ts';
