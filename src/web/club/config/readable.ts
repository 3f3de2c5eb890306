import { roles } from '#shared/kernel/access.ts';
import type { ParameterName } from '#shared/club/config.ts';

/** The value of a parameter in words. */
export function readable(name: ParameterName, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Eingeschaltet' : 'Ausgeschaltet';
  if (name === 'secondFactor.roles' && Array.isArray(value) && value.length > 0) return value.map(roleInWords).join(', ');
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : 'Niemand';
  if (value === '') return 'Nicht gesetzt';
  if (name === 'audit.loginExemptRole') return roleInWords(value);
  return String(value);
}

function roleInWords(value: unknown): string {
  return roles.find((role) => role.name === value)?.displayName ?? String(value);
}
