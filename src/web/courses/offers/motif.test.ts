import { expect, test } from 'vitest';
import { motifOf } from './motif.ts';

test.each([
  ['Kinderturnen', 'gymnastics'],
  ['Wassergymnastik – Fortgeschrittene', 'swimming'],
  ['Rückenfit – Gruppe 2', 'heartbeat'],
  ['Tischtennis für alle', 'ping-pong'],
  ['Schach', 'shirt-sport'],
])('an offer named %s gets the picture %s', (title, icon) => {
  expect(motifOf(title)).toBe(icon);
});
