export { publishSeasons } from './publish.ts';
