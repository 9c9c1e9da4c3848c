/** A record's id: a number, or a text for sessions and request numbers. */
export type RecordId = number | string

/** Rows in another table that belong to a record. */
export interface Part {
  readonly table: string
  /** SQL that joins a row `p` in the part to the record's row `r`. */
  readonly on: string
  /** SQL for rows that don't belong to a record yet. */
  readonly apart?: string
  readonly order: string
  /** Columns that nothing depends on. */
  readonly ignored?: readonly string[]
  /** Set if rows are only added, each with a higher id than all earlier ones. */
  readonly grows?: true
}

/** The content of a kind of record: all columns in its row, and all rows that belong to it. */
export interface Shape {
  readonly table: string
  /** SQL for the id of the row `r`. */
  readonly id: string
  /** SQL that selects the rows that are records. */
  readonly where: string
  /** SQL for the chain of the row `r`, which is its dealer group's. */
  readonly chain: string
  readonly parts: readonly Part[]
  readonly ignored: readonly string[]
  /** SQL for the record's content, if that isn't its rows. */
  readonly content?: string
  /** The index added by the version that first covered these rows. Undefined if that version also added the table. */
  readonly since?: string
}

const shared = '0'
const ofGroup = 'r.dealer_group_id'
const ofRequest = 'p.check_request_id = r.id'
const sameGroup = 'p.dealer_group_id = r.dealer_group_id'

/** The kinds of records that the trail covers, under their names in the trail. */
const shapes = {
  'check-request': shape('check_requests', ofGroup, [
    { table: 'status_history', on: ofRequest, order: 'p.id', grows: true },
    { table: 'handled_requests', on: ofRequest, order: 'p.user_id' },
    { table: 'request_hands', on: ofRequest, order: 'p.user_id, p.part' },
    { table: 'step_times', on: ofRequest, order: 'p.check_request_id' },
    { table: 'approval_routes', on: ofRequest, order: 'p.check_request_id' },
    { table: 'approvals', on: ofRequest, order: 'p.id' },
    { table: 'request_payees', on: ofRequest, order: 'p.check_request_id' },
  ]),
  'request-keys': shape(
    'check_request_search',
    ofGroup,
    [{ table: 'match_keys', on: 'p.id = r.id', order: 'p.id' }],
    ['requester'],
  ),
  attachment: { ...shape('attachments', ofGroup), where: 'r.draft_id is null' },
  comment: shape('comments', ofGroup),
  user: shape('users', 'coalesce(r.dealer_group_id, 0)', [
    { table: 'user_roles', on: 'p.user_id = r.id', order: 'p.role_id' },
    { table: 'user_dealerships', on: 'p.user_id = r.id', order: 'p.dealership_id' },
    { table: 'user_departments', on: 'p.user_id = r.id', order: 'p.department_id' },
    { table: 'account_confirmations', on: 'p.user_id = r.id', order: 'p.user_id' },
    { table: 'waiting_roles', on: 'p.user_id = r.id', order: 'p.role_id' },
    { table: 'user_approval_titles', on: 'p.user_id = r.id', order: 'p.approval_title_id, p.dealership_id' },
    { table: 'passkeys', on: 'p.user_id = r.id', order: 'p.id', ignored: ['counter', 'synced', 'last_used_at'] },
    {
      table: 'authenticator_apps',
      on: "p.user_id = r.id and p.state = 'active'",
      apart: "p.state = 'begun'",
      order: 'p.user_id',
      ignored: ['last_step'],
    },
    { table: 'recovery_codes', on: 'p.user_id = r.id', order: 'p.code_hash' },
  ]),
  'dealer-group': shape('dealer_groups', 'r.id'),
  'request-numbers': {
    ...shape('dealer_groups', 'r.id'),
    id: 'r.code',
    where: 'r.deleted_at is null',
    content: 'cast(coalesce((select last_number from request_number_counters where group_code = r.code), 0) as text)',
  },
  dealership: shape('dealerships', ofGroup),
  department: shape('departments', ofGroup),
  'approval-title': shape('approval_titles', ofGroup),
  'approval-policy': shape('approval_policies', ofGroup),
  delegation: shape('delegations', ofGroup),
  'recurring-request': shape('recurring_requests', ofGroup, [
    { table: 'recurring_drafts', on: `${sameGroup} and p.recurring_id = r.id`, order: 'p.due_on' },
  ]),
  'control-change': shape('control_changes', ofGroup),
  'approval-policy-draft': { ...shape('approval_policy_drafts', ofGroup), id: 'r.dealer_group_id' },
  payee: shape('payees', ofGroup, [{ table: 'payee_tax_forms', on: 'p.payee_id = r.id', order: 'p.payee_id' }]),
  'ledger-account': shape('ledger_accounts', ofGroup),
  'journal-event': { ...shape('journal_events', ofGroup, [], ['export_id']), since: 'journal_events_check' },
  'journal-export': shape('journal_exports', ofGroup, [], ['content']),
  'bank-account': shape('bank_accounts', ofGroup, [
    { table: 'account_dealerships', on: `${sameGroup} and p.bank_account_id = r.id`, order: 'p.dealership_id' },
    { table: 'stock_boxes', on: `${sameGroup} and p.bank_account_id = r.id`, order: 'p.id' },
  ]),
  'print-run': shape('print_runs', ofGroup),
  auditor: shape('auditors', ofGroup),
  webhook: shape('webhooks', ofGroup),
  'mail-address': shape('mail_addresses', ofGroup),
  'access-token': shape('access_tokens', ofGroup, [], ['last_used_at', 'last_network']),
  'identity-provider': shape('identity_providers', ofGroup, [
    { table: 'provider_domains', on: `${sameGroup} and p.identity_provider_id = r.id`, order: 'p.domain' },
  ]),
  'linked-identity': shape('linked_identities', ofGroup),
  'positive-pay-file': shape('positive_pay_files', ofGroup, [
    { table: 'positive_pay_rows', on: `${sameGroup} and p.positive_pay_file_id = r.id`, order: 'p.check_id, p.kind' },
  ]),
  'clearing-file': {
    ...shape('clearing_files', ofGroup, [
      { table: 'clearing_lines', on: `${sameGroup} and p.clearing_file_id = r.id`, order: 'p.id' },
    ]),
    where: "r.state <> 'read'",
  },
  'check-exception': shape('check_exceptions', ofGroup),
  'undone-clearing': shape('undone_clearings', ofGroup),
  check: shape('checks', ofGroup, [
    { table: 'check_events', on: `${sameGroup} and p.check_id = r.id`, order: 'p.id', grows: true },
    { table: 'check_signatures', on: `${sameGroup} and p.check_id = r.id`, order: 'p.user_id' },
    { table: 'hand_overs', on: `${sameGroup} and p.check_id = r.id`, order: 'p.check_id' },
    { table: 'combined_requests', on: `${sameGroup} and p.check_id = r.id`, order: 'p.position' },
  ]),
  purpose: shape('purposes', shared),
  'delivery-method': shape('delivery_methods', shared),
  session: shape(
    'sessions',
    'coalesce((select u.dealer_group_id from users u where u.id = r.user_id), 0)',
    [],
    ['last_human_at', 'agent', 'network'],
  ),
} satisfies Record<string, Shape>

export type RecordKind = keyof typeof shapes

/** The content of records of this kind. */
export function shapeOf(kind: RecordKind): Shape {
  return shapes[kind]
}

/** Returns true if the first part of these records only grows, so that it need not be read twice. */
export function grows(kind: RecordKind): boolean {
  return shapeOf(kind).parts[0]?.grows === true
}

export const recordKinds = Object.keys(shapes) as RecordKind[]

function shape(table: string, chain: string, parts: readonly Part[] = [], ignored: readonly string[] = []): Shape {
  return { table, id: 'r.id', where: 'true', chain, parts, ignored }
}

export function isRecordKind(kind: string): kind is RecordKind {
  return Object.hasOwn(shapes, kind)
}

/** The tables and columns that records consist of, and the columns that are left out. */
export function vouchedTables(): { table: string; ignored: readonly string[] }[] {
  const counters = { table: 'request_number_counters', ignored: [] }
  const ofRecords = Object.values<Shape>(shapes).filter(({ content }) => content === undefined)
  const rows = ofRecords.flatMap(({ table, ignored, parts }) => [
    { table, ignored },
    ...parts.map((part) => ({ table: part.table, ignored: part.ignored ?? [] })),
  ])
  return [...rows, counters]
}

/** The indexes without which a version covers fewer rows. */
export function vouchedSince(): string[] {
  return Object.values<Shape>(shapes).flatMap(({ since }) => since ?? [])
}

/** A stored record: its chain, and its content as one text. */
export interface LiveRecord {
  readonly id: RecordId
  readonly chain: number
  readonly content: string
}
