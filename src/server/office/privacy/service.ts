export { erasePeople } from './erase.ts';
