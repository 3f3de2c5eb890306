import { expect, test } from 'vitest';
import { germanMessage } from './germanErrors.ts';

test.each<[Parameters<typeof germanMessage>[0], string | undefined]>([
  [{ code: 'invalid_type', expected: 'string', input: undefined }, 'Bitte ausfüllen.'],
  [{ code: 'invalid_type', expected: 'int', input: null }, 'Bitte ausfüllen.'],
  [{ code: 'invalid_type', expected: 'number', input: '' }, 'Bitte ausfüllen.'],
  [{ code: 'invalid_type', expected: 'int', input: 1.5 }, 'Bitte eine ganze Zahl eingeben.'],
  [{ code: 'invalid_type', expected: 'number', input: 'x' }, 'Bitte eine Zahl eingeben.'],
  [{ code: 'invalid_type', expected: 'string', input: 0 }, 'Das hat nicht die richtige Form.'],
  [{ code: 'too_small', origin: 'string', minimum: 1 }, 'Bitte ausfüllen.'],
  [{ code: 'too_small', origin: 'string', minimum: 2 }, 'Mindestens 2 Zeichen.'],
  [{ code: 'too_small', origin: 'array', minimum: 1 }, 'Bitte wählen Sie mindestens 1 aus.'],
  [{ code: 'too_small', origin: 'number', minimum: 0 }, 'Mindestens 0.'],
  [{ code: 'too_big', origin: 'string', maximum: 5 }, 'Höchstens 5 Zeichen.'],
  [{ code: 'too_big', origin: 'array', maximum: 5 }, 'Höchstens 5 davon.'],
  [{ code: 'too_big', origin: 'int', maximum: 5 }, 'Höchstens 5.'],
  [{ code: 'invalid_format', format: 'email' }, 'Das ist keine gültige E-Mail-Adresse.'],
  [{ code: 'invalid_format', format: 'datetime' }, 'Das ist kein gültiger Zeitpunkt.'],
  [{ code: 'invalid_format', format: 'regex' }, 'Das hat nicht die richtige Form.'],
  [{ code: 'invalid_format', format: 'date', input: '24.13.2015' }, 'Bitte ein Datum wie 24.12.2015.'],
  [{ code: 'invalid_format', format: 'date', input: '' }, 'Bitte ausfüllen.'],
  [{ code: 'invalid_format' }, 'Das hat nicht die richtige Form.'],
  [{ code: 'invalid_value' }, 'Bitte wählen Sie einen der angebotenen Werte.'],
  [{ code: 'unrecognized_keys', keys: ['a', 'b'] }, 'Unbekannte Angabe: a, b.'],
  [{ code: 'custom' }, undefined],
])('%j', (issue, sentence) => expect(germanMessage(issue)).toBe(sentence));
