import { auditorsApi } from '#server/money/auditors/api.ts';
import { bankLinesApi } from '#server/money/bank/linesApi.ts';
import { bankRulesApi } from '#server/money/bank/rules/api.ts';
import { chargeBatchesApi } from '#server/money/batches/api.ts';
import { booksApi } from '#server/money/books/api.ts';
import { cashApi } from '#server/money/cash/api.ts';
import { chargesApi } from '#server/money/charges/api.ts';
import { datevApi } from '#server/money/datev/api.ts';
import { donationsApi } from '#server/money/donations/api.ts';
import { donationImportApi } from '#server/money/donations/importApi.ts';
import { donateWaiver } from '#server/money/donations/waivers.ts';
import { dunningApi } from '#server/money/dunning/api.ts';
import { entriesApi } from '#server/money/entries/api.ts';
import { expensesApi } from '#server/money/expenses/api.ts';
import { feesApi } from '#server/money/fees/api.ts';
import { feeFamiliesApi } from '#server/money/fees/familyApi.ts';
import { memberFeesApi } from '#server/money/fees/memberApi.ts';
import { feeOrderApi } from '#server/money/fees/orderApi.ts';
import { hoursApi } from '#server/money/hours/api.ts';
import { clubAccountsApi } from '#server/money/clubAccounts/api.ts';
import { ledgerApi } from '#server/money/ledger/api.ts';
import { leviesApi } from '#server/money/levies/api.ts';
import { mandatesApi } from '#server/money/mandates/api.ts';
import { openingsApi } from '#server/money/openings/api.ts';
import { paymentsApi } from '#server/money/payments/api.ts';
import { payoutsApi } from '#server/money/payouts/api.ts';
import { sepaRunsApi } from '#server/money/sepa/sepaApi.ts';
import { termsApi } from '#server/money/terms/api.ts';
import { contractPartner } from '#server/content/pages/service.ts';

/** Charges, collections and payouts. */
export const moneyOf = {
  charges: chargesApi,
  chargeBatches: chargeBatchesApi,
  levies: leviesApi,
  terms: termsApi,
  openings: openingsApi,
  payouts: payoutsApi,
  dunning: dunningApi,
  books: booksApi,
  cash: cashApi,
  auditors: auditorsApi,
  clubAccounts: clubAccountsApi,
  ledger: ledgerApi,
  datev: datevApi,
  entries: entriesApi,
  donations: donationsApi,
  donationImports: donationImportApi,
  feeOrder: feeOrderApi,
  fees: feesApi,
  memberFees: memberFeesApi,
  feeFamilies: feeFamiliesApi,
  mandates: mandatesApi(contractPartner),
  payments: paymentsApi,
  sepaRuns: sepaRunsApi,
  bankLines: bankLinesApi,
  bankRules: bankRulesApi,
  hours: hoursApi,
  expenses: expensesApi(donateWaiver),
};
