import { roles } from '#shared/kernel/roles.ts';
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

/** The parameter's text for an empty list. */
function emptyWordOf(name: ParameterName): string {
  const parameter = parameters[name];
  return 'whenEmpty' in parameter ? parameter.whenEmpty : 'Nicht gesetzt';
}

/** Whether a parameter is an amount, stored in cents. */
export function isMoney(name: ParameterName): boolean {
  return name.endsWith('Cents');
}

/** Whether a parameter matches a search: by its name, description or value. An empty search matches all. */
export function isAbout({ name, value }: Parameter, wanted: string): boolean {
  const { label, help } = parameters[name];
  return matchesSearch(`${label} ${help} ${readable(name, value)}`, wanted);
}

/** Whether a text contains the search. */
export function matchesSearch(words: string, wanted: string): boolean {
  return words.toLocaleLowerCase('de').includes(wanted.toLocaleLowerCase('de'));
}

function roleInWords(value: unknown): string {
  return roles.find((role) => role.name === value)?.displayName ?? String(value);
}
