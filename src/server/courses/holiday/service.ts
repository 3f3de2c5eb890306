export { sendSeats } from './send.ts';
