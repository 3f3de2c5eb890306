import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ManagedDepartment } from '#shared/club/departments.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { departmentCard } from './departmentColumns.tsx';

const department: ManagedDepartment = {
  id: '8d7a8a31-5b7c-4c57-8d0f-000000000001',
  name: 'Tennis',
  managed: {
    shortName: '',
    position: 0,
    sport: '',
    costCenter: '',
    head: null,
    deputy: null,
    associations: [],
    endedOn: null,
    members: 3,
    offers: 0,
    fees: ['Kinder: 24,00 € jährlich', 'Erwachsene: 48,00 € jährlich'],
    version: 1,
  },
};

test('what a department costs leads to the order of fees; a free one says nothing', () => {
  signIn(userOf('admin'));
  const card = departmentCard(() => undefined);
  show(<>{card(department)}</>);
  const way = screen.getByRole('link', { name: 'Beitrag Tennis: Kinder: 24,00 € jährlich, Erwachsene: 48,00 € jährlich' });
  expect([way.textContent, way.getAttribute('href')]).toEqual([department.managed.fees.join(', '), '/admin/money/fees?tab=regeln']);
  show(<>{card({ ...department, name: 'Schach', managed: { ...department.managed, fees: [] } })}</>);
  expect(screen.queryByRole('link', { name: /Beitrag Schach/ })).toBeNull();
});
