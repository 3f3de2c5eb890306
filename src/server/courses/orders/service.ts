export type { OrderPorts } from './ports.ts';
