import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { collections, type Collection } from '../../src/shared/kernel/collections.ts';
import { projectRoot } from '../../src/server/platform/process/root.ts';
import { vocabularies } from './states.ts';
import { tables } from './tables.ts';

/** The tables that a collection stands for, the main one first, and the list of states that its main one goes through. */
const tablesOf: { readonly [collection in Collection]: { tables: readonly string[]; states?: string } } = {
  config: { tables: ['config_parameter', 'club'] },
  audit: { tables: ['audit'] },
  courses: {
    tables: [
      'course',
      'course_price',
      'course_price_change',
      'course_trainer',
      'course_slot',
      'course_session',
      'trial_visit',
      'offer_watch',
      'card_product',
      'holiday_round',
      'holiday_offer',
    ],
    states: 'courseStatuses',
  },
  facilities: {
    tables: ['facility', 'facility_unit', 'facility_opening', 'defect', 'booking', 'booking_series', 'hall_request'],
    states: 'bookingStates',
  },
  pages: { tables: ['page', 'page_revision'], states: 'pageStates' },
  events: { tables: ['event'], states: 'eventStates' },
  users: { tables: ['app_user', 'user_notice', 'user_notice_choice', 'push_subscription', 'saved_view'] },
  news: { tables: ['news', 'news_revision'], states: 'newsStates' },
  members: {
    tables: ['member', 'member_department', 'membership_application', 'change_request', 'member_import'],
    states: 'applicationStates',
  },
  participants: { tables: ['person', 'person_access', 'access_invitation', 'care_note', 'consent'] },
  participations: {
    tables: [
      'enrolment',
      'enrolment_order',
      'enrolment_log',
      'enrolment_pause',
      'enrolment_price_group',
      'attendance',
      'session_reply',
      'absence',
      'age_check',
      'holiday_group',
      'holiday_child',
      'holiday_wish',
    ],
    states: 'enrolmentStates',
  },
  cards: { tables: ['punch_card', 'punch_card_person', 'card_visit'], states: 'cardStates' },
  operational: { tables: ['helper_list', 'shift', 'assignment', 'item', 'item_pledge'], states: 'helperListStates' },
  contractDeclarations: { tables: ['contract_declaration'], states: 'declarationStates' },
  charges: { tables: ['charge', 'payment', 'allocation', 'dunning_notice', 'sepa_run', 'levy'], states: 'chargeStates' },
  books: { tables: ['closed_period', 'auditor_link', 'club_account', 'ledger_account', 'ledger_entry', 'donation', 'donation_receipt'] },
  fees: { tables: ['fee_rule', 'fee_run', 'fee_terms', 'member_fee', 'fee_family'], states: 'feeRunStates' },
  mandates: { tables: ['sepa_mandate'], states: 'mandateStates' },
  helping: { tables: ['shift', 'assignment'], states: 'assignmentStates' },
  departments: { tables: ['department', 'association'] },
  organisations: { tables: ['organisation', 'organisation_contact'] },
  seasons: {
    tables: ['season', 'wish', 'wish_option', 'season_plan', 'season_grant', 'season_refusal', 'objection'],
    states: 'seasonStates',
  },
  hourSheets: { tables: ['hour_sheet', 'hour_entry', 'trainer_rate'], states: 'hourSheetStates' },
  expenses: { tables: ['expense'], states: 'expenseStates' },
  mails: { tables: ['mail_message', 'mail_recipient', 'mail_template', 'outbox_mail'], states: 'mailStates' },
  feedback: { tables: ['feedback'], states: 'feedbackStates' },
  privacyCases: { tables: ['privacy_case', 'privacy_case_step'], states: 'caseStates' },
  files: { tables: ['storage_object', 'upload_session'] },
};

/** Every collection with its fields and states, as docs/collections.md lists them. */
export async function collectionsDocument(): Promise<string> {
  const shapes = await tableShapes();
  const parts = Object.keys(collections).map((name) => {
    const { tables: names, states } = tablesOf[name as Collection];
    const vocabulary = vocabularies.find((one) => one.name === states);
    if (states !== undefined && !vocabulary) throw new Error(`no list of states ${states}`);
    return [
      `## ${name}`,
      ...(vocabulary ? [`States (\`${vocabulary.file}\`): ${vocabulary.states.join(' · ')}`] : []),
      ...names.map((table) => `- **${table}**: ${shapes.get(table)?.join(', ') ?? fail(table)}`),
    ].join('\n\n');
  });
  return `${head}\n\n${parts
    .join('\n\n')
    .replaceAll(/\n\n- /g, '\n- ')
    .replaceAll(/(## \w+)\n- /g, '$1\n\n- ')
    .replaceAll(/(States [^\n]*)\n- /g, '$1\n\n- ')}\n`;
}

const head = `# Fields and states of the collections

The specification (section 3) names the collections and leaves their fields open; section 4 leaves their states open. This page is
drawn from the tables by \`node test/architecture/collections.ts\`; \`test/architecture/collections.test.ts\` finds what is not there any more. A name with a question
mark may be empty. What states may follow each other stands in the file beside the list of states.`;

/** The columns of every table, by its name in the database. */
async function tableShapes(): Promise<Map<string, string[]>> {
  const files = [...new Set(tables.filter(({ isView }) => !isView).map(({ file }) => file))];
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(path.join(projectRoot, file)).href) as Promise<object>));
  const found = modules.flatMap((one) => Object.values(one)).filter((one) => is(one, PgTable));
  return new Map(
    found.map((one) => {
      const { name, columns } = getTableConfig(one);
      return [name, columns.map((column) => `${column.name}${column.notNull ? '' : '?'}`)];
    }),
  );
}

function fail(table: string): never {
  throw new Error(`no table ${table}`);
}

if (import.meta.filename === process.argv[1]) fs.writeFileSync(path.join(projectRoot, 'docs/collections.md'), await collectionsDocument());
