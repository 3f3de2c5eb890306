export { KeptReportFaults } from './keptFaults.ts';
