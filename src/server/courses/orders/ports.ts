import type { ClubName } from '#shared/kernel/clubs.ts';
import type { GivenMandate } from '#shared/courses/orders.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** The payer of a person, whether they gave a mandate, and whether an office pays. */
export type PayerOf = { payerId: string; hasMandate: boolean; hasOffice: boolean };

/** The port of orders to money and clubs; passed in by higher wings (endpoints.ts). */
export type OrderPorts = {
  /** The payers of persons. The transaction must be in their club's scope. */
  payersOf: (tx: Transaction, personIds: readonly string[]) => Promise<Map<string, PayerOf>>;
  /** Why nothing can be collected from an account; a German sentence. */
  faultOf: (account: { iban: string; holder: string }) => string | undefined;
  /** Writes a mandate for an account. */
  sign: (tx: Transaction, account: GivenMandate & { club: ClubName; payerPersonId: string }) => Promise<void>;
  /** The open amounts of charged enrolments, with reference and account; no entry for enrolments without charges. */
  transfersFor: (
    tx: Transaction,
    enrolmentIds: readonly string[],
  ) => Promise<Map<string, { reference: string; account: string; cents: number }[]>>;
  /** The contract partner: name and address of a club. */
  partnerOf: (tx: Transaction, club: ClubName) => Promise<string>;
};
