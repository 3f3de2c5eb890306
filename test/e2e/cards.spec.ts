import { beforeAll, test } from 'vitest';
import { makeOffer, makeProduct } from '../stage/cards.ts';
import { phone, stage } from './person.ts';

const on = stage(phone);
let offer: Awaited<ReturnType<typeof makeOffer>>;

beforeAll(async () => {
  offer = await makeOffer(on.server, 1, 0);
  await makeProduct(await on.server.signedIn('admin'), [offer.courseId], { title: 'Karte am Telefon', visits: 3 });
  await on.server.outdate();
});

test('a mother buys a card on the phone, the trainer ticks and corrects: each sees how many visits are left', async () => {
  const rosa = await on.visit({ role: 'reader' });
  await rosa.goto(`/id/${offer.slug}`);
  await rosa.getByRole('button', { name: 'Karte am Telefon kaufen' }).click();
  await rosa.getByRole('group', { name: 'Für wen?' }).getByRole('checkbox').first().check();
  await rosa.getByText('Preis: 80,00').waitFor();
  const buy = rosa.getByRole('button', { name: 'Zahlungspflichtig kaufen' });
  await buy.click();
  await rosa.getByText('Bitte ankreuzen.').waitFor();
  await rosa.getByRole('checkbox', { name: /^Ich kaufe die Karte verbindlich/ }).check();
  await buy.click();
  await rosa.getByRole('heading', { name: 'Die Karte ist gekauft' }).waitFor();

  const till = await on.visit({ role: 'trainer' });
  await till.goto(`/admin/mobile/participantList?session=${offer.sessions[0]}`);
  const row = till.getByRole('listitem').filter({ hasText: 'Karte: noch 3' });
  await row.waitFor();
  await row.getByRole('button', { name: 'da', exact: true }).click();
  await till.getByText('Karte: noch 2').waitFor();

  await rosa.goto('/me');
  await rosa.getByRole('heading', { name: 'Karte am Telefon' }).waitFor();
  await rosa.getByText('noch 2 von 3 Besuchen').waitFor();

  await till.getByRole('listitem').filter({ hasText: 'Karte: noch 2' }).getByRole('button', { name: 'fehlt' }).click();
  await till.getByText('Karte: noch 3').waitFor();
  // The page that is open at home follows by itself.
  await rosa.getByText('noch 3 von 3 Besuchen').waitFor();
});
