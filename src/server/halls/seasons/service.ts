export { publishSeasons } from '../publication/publish.ts';
export { remindOfWishes } from './reminders.ts';
export { wishesOfDepartments } from './wishes.ts';
export { readBoard } from './board.ts';
export { insertPlan } from './planRows.ts';
export { refusalsOf } from './planView.ts';
