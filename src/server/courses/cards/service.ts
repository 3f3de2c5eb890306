export type { CardMoney } from './ports.ts';
export { isOpen } from './sell.ts';
