import { roles } from '#shared/kernel/access.ts';
import { euros } from '#shared/kernel/money.ts';
import { parameters, type Parameter, type ParameterName } from '#shared/club/config.ts';

/** The value of a parameter in words. */
export function readable(name: ParameterName, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Eingeschaltet' : 'Ausgeschaltet';
  if (name === 'secondFactor.roles' && Array.isArray(value) && value.length > 0) return value.map(roleInWords).join(', ');
  if (Array.isArray(value)) return value.join(', ') || emptyWordOf(name);
  if (value === '') return 'Nicht gesetzt';
  if (name === 'audit.loginExemptRole') return roleInWords(value);
  if (isMoney(name) && typeof value === 'number') return euros(value);
  return String(value);
}

/** What an empty list means, as its parameter says it. */
function emptyWordOf(name: ParameterName): string {
  const parameter = parameters[name];
  return 'whenEmpty' in parameter ? parameter.whenEmpty : 'Nicht gesetzt';
}

/** Whether a parameter is an amount, kept in cents. */
export function isMoney(name: ParameterName): boolean {
  return name.endsWith('Cents');
}

/** Whether a parameter is what a search is for: by its name, what it does, or its value. Everything is, while nothing is searched. */
export function isAbout({ name, value }: Parameter, wanted: string): boolean {
  const { label, help } = parameters[name];
  return saysWanted(`${label} ${help} ${readable(name, value)}`, wanted);
}

/** Whether these words hold what a search is for. */
export function saysWanted(words: string, wanted: string): boolean {
  return words.toLocaleLowerCase('de').includes(wanted.toLocaleLowerCase('de'));
}

function roleInWords(value: unknown): string {
  return roles.find((role) => role.name === value)?.displayName ?? String(value);
}
