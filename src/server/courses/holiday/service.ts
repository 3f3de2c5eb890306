export { holidayHead } from './head.ts';
export { notifyOfCallOffs } from './mails.ts';
export { releaseRounds, remindOfDrawing } from './release.ts';
export { sendSeats } from './send.ts';
