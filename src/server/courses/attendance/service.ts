export { remindFamilies, tellReplies } from './reminders.ts';
