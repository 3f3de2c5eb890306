import { Card, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { hasFeature } from '#shared/clubs.ts';
import { mayOpen, pageNames, pageOf } from '#shared/pages.ts';
import { boot } from '#web/lib/boot.ts';
import { useAuth } from '#web/lib/session.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import classes from './DashboardPage.module.css';

/** The way to everything that the viewer may do. */
export function Page() {
  const { user } = useAuth();
  const pages = pageNames
    .map(pageOf)
    .filter((page) => page.roles && page.label && page.path !== '/admin' && page.layout === 'admin' && mayOpen(page, user?.role.name))
    .filter(({ feature }) => !feature || hasFeature(boot.club, feature));
  return (
    <>
      <PageTitle title={`Guten Tag, ${user?.firstname || user?.fullName || ''}`} />
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {pages.map((page) => (
          <Card key={page.path} component={Link} to={page.path.replace(/\/\$$/, '')} withBorder className={classes['card']}>
            <Icon name={page.icon ?? 'point'} size={28} />
            <Text fw={600}>{page.label}</Text>
            <Text size="sm" c="dimmed">
              {page.title}
            </Text>
          </Card>
        ))}
      </SimpleGrid>
    </>
  );
}
