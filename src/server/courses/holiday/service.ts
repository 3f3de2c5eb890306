export { releaseRounds } from './release.ts';
export { sendSeats } from './send.ts';
