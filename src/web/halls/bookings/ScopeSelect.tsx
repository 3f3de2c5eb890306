import { Select } from '@mantine/core';
import type { Scope } from './queries.ts';
import { scopes } from './scopes.ts';

/** Which bookings of a series an action applies to. */
export function ScopeSelect({ value, onChange }: { value: Scope; onChange: (scope: Scope) => void }) {
  return <Select label="Gilt für" data={[...scopes]} value={value} allowDeselect={false} onChange={(scope) => onChange(scope ?? 'one')} />;
}
