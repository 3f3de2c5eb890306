export { openQuestions } from './answers.ts';
