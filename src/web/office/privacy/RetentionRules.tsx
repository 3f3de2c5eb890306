import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isSuperuser } from '#shared/kernel/roles.ts';
import { parameterNames, parameters } from '#shared/club/config.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { rulesQuery } from './queries.ts';

const rules = parameterNames.filter((name) => name.startsWith('retention.'));

/** The retention periods with their reasons; a super changes them among the parameters. */
export function RetentionRules() {
  const { user } = useAuth();
  const query = useQuery(rulesQuery);
  const { data } = query;
  if (!data) return <Loading query={query} />;
  return (
    <>
      <Table aria-label="Aufbewahrungsfristen" verticalSpacing="xs">
        <Table.Tbody>
          {rules.map((name) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">
                {parameters[name].label}
                <Text size="sm" c="dimmed" fw={400}>
                  {parameters[name].help}
                </Text>
              </Table.Th>
              <Table.Td ta="right" fw={600}>
                {String(data.find((one) => one.name === name)?.value ?? parameters[name].default)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" mt="sm">
        {isSuperuser(user?.role.name) ? (
          <>
            Geändert werden die Fristen unter{' '}
            <Link to="/admin/config" hash="aufbewahrung">
              Einstellungen
            </Link>
            .
          </>
        ) : (
          'Ein Superuser kann die Fristen ändern.'
        )}
      </Text>
    </>
  );
}
