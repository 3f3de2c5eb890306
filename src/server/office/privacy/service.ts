export { erasePeople } from './erase.ts';
export { ownFiles } from './subject.ts';
