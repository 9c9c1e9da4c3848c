create table dealer_groups (
  id integer primary key autoincrement,
  name text not null,
  code text not null check (length(code) between 1 and 10),
  separation_of_duties integer not null default 1 check (separation_of_duties in (0, 1)),
  created_at text not null,
  deleted_at text,
  version integer not null default 1,
  idle_hours integer not null default 72 check (idle_hours between 1 and 168),
  account_confirmation integer not null default 1 check (account_confirmation in (0, 1)),
  discreet_mails integer not null default 0 check (discreet_mails in (0, 1)),
  reminder_days integer not null default 2 check (reminder_days between 0 and 30),
  time_zone text not null default 'America/New_York',
  business_weekdays text not null default '12345' check (business_weekdays <> ''),
  holidays text not null default '[]',
  mail_text text check (length(mail_text) <= 300),
  payee_list integer not null default 0 check (payee_list in (0, 1)),
  payee_needs text not null default '[]',
  business_hours text not null default '[]',
  purpose_demands text not null default '[]',
  default_accounts text not null default '[]',
  journal_template text,
  journal_begins_on text,
  journal_closed_through text,
  custody integer not null default 1 check (custody in (0, 1)),
  unclaimed_property text,
  second_factor_roles text not null default '',
  second_factor_from text,
  approve_above_cents integer,
  is_active integer not null default 1 check (is_active in (0, 1)),
  passwords_off integer not null default 0 check (passwords_off in (0, 1))
) strict;

create table dealerships (
  id integer primary key autoincrement,
  dealer_group_id integer not null references dealer_groups (id),
  name text not null,
  code text not null check (length(code) between 1 and 10),
  address text not null,
  city text not null,
  state text not null,
  zip text not null,
  phone text not null,
  is_active integer not null default 1 check (is_active in (0, 1)),
  created_at text not null,
  deleted_at text,
  version integer not null default 1,
  time_zone text,
  unique (dealer_group_id, id)
) strict;

create table departments (
  id integer primary key autoincrement,
  dealer_group_id integer not null,
  dealership_id integer not null,
  name text not null,
  code text not null check (length(code) between 1 and 10),
  created_at text not null,
  deleted_at text,
  version integer not null default 1,
  is_active integer not null default 1 check (is_active in (0, 1)),
  unique (dealer_group_id, dealership_id, id),
  foreign key (dealer_group_id, dealership_id) references dealerships (dealer_group_id, id)
) strict;

create table purposes (
  id integer primary key autoincrement,
  name text not null,
  description text,
  payment_for text not null,
  version integer not null default 1,
  searched_name text not null default ''
) strict;

create table delivery_methods (
  id integer primary key autoincrement,
  name text not null,
  kind text not null check (kind in ('carrier', 'pickup', 'other')),
  version integer not null default 1
) strict;

create table login_throttles (
  key text primary key,
  failures integer not null,
  since text not null,
  blocked_until text not null
) strict;

create table request_number_counters (
  group_code text primary key,
  last_number integer not null
) strict;

create table group_counters (
  dealer_group_id integer not null,
  status_id integer not null,
  amount integer not null,
  cents integer not null default 0,
  primary key (dealer_group_id, status_id)
) strict, without rowid;

create table place_counters (
  dealer_group_id integer not null,
  dealership_id integer not null,
  department_id integer not null,
  status_id integer not null,
  amount integer not null,
  cents integer not null default 0,
  primary key (dealer_group_id, dealership_id, department_id, status_id)
) strict, without rowid;

create table requester_counters (
  requester_id integer not null,
  dealer_group_id integer not null,
  status_id integer not null,
  amount integer not null,
  cents integer not null default 0,
  primary key (requester_id, dealer_group_id, status_id)
) strict, without rowid;

create table audit_heads (
  chain integer primary key,
  seq integer not null,
  hash text not null
) strict;

create table audit_entries (
  chain integer not null,
  seq integer not null,
  previous_hash text not null,
  hash text not null,
  at text not null,
  actor_id integer,
  actor_name text not null,
  role_id integer,
  session_id text,
  action text not null,
  entity text not null,
  entity_id integer,
  payload text not null,
  states text,
  key_id text,
  mac text,
  primary key (chain, seq)
) strict;

create table answered_calls (
  user_id integer not null,
  key text not null,
  fingerprint text not null,
  answer text not null,
  created_at text not null,
  primary key (user_id, key)
) strict, without rowid;

create table statuses (
  id integer primary key,
  name text not null unique
) strict;

create table roles (
  id integer primary key,
  name text not null unique
) strict;

create table history_actions (
  name text not null primary key
) strict;

create table users (
  id integer primary key autoincrement,
  email text not null,
  username text not null,
  title text,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  password_by_admin integer not null default 0 check (password_by_admin in (0, 1)),
  primary_role integer not null references roles (id),
  access_level integer not null check (access_level between 0 and 3),
  dealer_group_id integer references dealer_groups (id),
  active integer not null default 1 check (active in (0, 1)),
  created_at text not null,
  deleted_at text,
  version integer not null default 1,
  password_chosen_by_id integer references users (id),
  unique (dealer_group_id, id),
  check ((access_level = 0) = (dealer_group_id is null))
) strict;

create table user_roles (
  user_id integer not null references users (id),
  role_id integer not null references roles (id),
  primary key (user_id, role_id)
) strict;

create table sessions (
  id text primary key,
  kind text not null check (kind in ('web', 'api')),
  token_hash text not null unique,
  previous_token_hash text,
  previous_until text,
  user_id integer not null references users (id),
  active_role integer not null references roles (id),
  authenticated_at text not null,
  last_human_at text not null,
  expires_at text not null,
  agent text,
  network text,
  proved_at text,
  by_provider integer not null default 0 check (by_provider in (0, 1)),
  identity_provider_id integer,
  provider_session text
) strict;

create table status_transitions (
  from_id bigint not null references statuses (id),
  to_id bigint not null references statuses (id),
  primary key (from_id, to_id)
);

create table check_requests (
  id integer primary key autoincrement,
  dealer_group_id integer not null references dealer_groups (id),
  dealership_id integer,
  department_id integer,
  requester_id integer not null references users (id),
  created_by_id integer not null references users (id),
  last_editor_id integer references users (id),
  status_id integer not null references statuses (id),
  version integer not null default 1,
  request_number text not null,
  amount_cents integer not null check (amount_cents between 1 and 9999999999),
  payee_type text not null check (payee_type in ('individual', 'business')),
  payee_sub_type text not null check (payee_sub_type in ('vendor', 'customer')),
  payee_name_1 text not null,
  payee_name_2 text,
  memo_line text,
  purpose_id integer not null references purposes (id),
  purpose_other text,
  priority_rank integer not null check (priority_rank between 1 and 4),
  due_date text not null,
  vin_last_digits text,
  po_purchase_no text,
  delivery_method_id integer not null references delivery_methods (id),
  mailing_method text check (mailing_method in ('USPS', 'FedEx', 'UPS', 'GSO')),
  tracking_number text,
  delivery_method_other text,
  mailing_address text,
  notes text,
  check_number text check (length(check_number) between 1 and 12),
  created_at text not null,
  status_changed_at text not null,
  updated_at text not null,
  cleared_at text,
  held_by_id integer references users (id),
  hold_reason text check ((hold_reason is null) = (held_by_id is null)),
  held_at text check ((held_at is null) = (held_by_id is null)),
  check_number_exempt integer not null default 0 check (check_number_exempt in (0, 1)),
  invoice_number text,
  stock_number text,
  deal_number text,
  repair_order text,
  cleared_payment text,
  good_through text,
  per_diem_cents integer,
  approved_cents integer,
  accounting text,
  bank_account_id integer,
  paid_though_alike text,
  payee_join text check (payee_join is null or payee_join in ('and', 'or')),
  diverted_by_id integer references users (id),
  check (department_id is null or dealership_id is not null),
  check (vin_last_digits is not null or po_purchase_no is not null),
  check ((status_id = 7) = (cleared_at is not null)),
  foreign key (dealer_group_id, dealership_id) references dealerships (dealer_group_id, id),
  foreign key (dealer_group_id, dealership_id, department_id) references departments (dealer_group_id, dealership_id, id)
) strict;

create table status_history (
  id integer primary key autoincrement,
  check_request_id integer not null,
  dealer_group_id integer not null,
  action text not null references history_actions (name),
  status_id integer not null references statuses (id),
  note text,
  user_id integer not null references users (id),
  user_name text not null,
  role_id integer not null references roles (id),
  check_number text,
  changes text not null,
  created_at text not null,
  foreign key (dealer_group_id, check_request_id) references check_requests (dealer_group_id, id)
) strict;

create table handled_requests (
  user_id integer not null references users (id),
  check_request_id integer not null,
  dealer_group_id integer not null,
  primary key (user_id, check_request_id, dealer_group_id),
  foreign key (dealer_group_id, check_request_id) references check_requests (dealer_group_id, id)
) strict;

create table check_request_search (
  id integer primary key,
  dealer_group_id integer not null,
  request_number text not null,
  payee text not null,
  requester text not null,
  purpose text not null,
  check_number text not null,
  numbers text not null default '',
  foreign key (dealer_group_id, id) references check_requests (dealer_group_id, id),
  unique (dealer_group_id, id)
) strict;

create table match_keys (
  id integer primary key,
  dealer_group_id integer not null,
  created_at text not null,
  payment text,
  vin text,
  po text,
  payee text generated always as (substr(payment, 1, instr(payment, ' ') - 1)) virtual,
  invoice text,
  second_payee text,
  joined text,
  foreign key (dealer_group_id, id) references check_requests (dealer_group_id, id),
  unique (dealer_group_id, id)
) strict;

create table user_dealerships (
  user_id integer not null,
  dealer_group_id integer not null,
  dealership_id integer not null,
  primary key (user_id, dealership_id, dealer_group_id),
  foreign key (dealer_group_id, user_id) references users (dealer_group_id, id),
  foreign key (dealer_group_id, dealership_id) references dealerships (dealer_group_id, id)
) strict;

create table user_departments (
  user_id integer not null,
  dealer_group_id integer not null,
  dealership_id integer not null,
  department_id integer not null,
  primary key (user_id, department_id, dealer_group_id),
  foreign key (dealer_group_id, user_id) references users (dealer_group_id, id),
  foreign key (dealer_group_id, dealership_id, department_id) references departments (dealer_group_id, dealership_id, id)
) strict;

create table handled_counters (
  user_id integer not null,
  dealer_group_id integer not null,
  amount integer not null,
  primary key (user_id, dealer_group_id)
) strict, without rowid;

create table week_totals (
  dealer_group_id integer not null,
  scope text not null check (scope in ('group', 'dealership', 'department', 'requester')),
  scope_id integer not null,
  week text not null,
  requested integer not null,
  requested_cents integer not null,
  completed integer not null,
  completed_cents integer not null,
  primary key (dealer_group_id, scope, scope_id, week)
) strict, without rowid;

create table step_times (
  check_request_id integer primary key,
  dealer_group_id integer not null,
  dealership_id integer,
  department_id integer,
  requester_id integer not null,
  completed_at text not null,
  times text not null,
  unique (dealer_group_id, check_request_id),
  foreign key (dealer_group_id, check_request_id) references check_requests (dealer_group_id, id) on delete cascade
) strict;

create table drafts (
  id integer primary key autoincrement,
  dealer_group_id integer references dealer_groups (id),
  user_id integer not null references users (id),
  role_id integer not null references roles (id),
  form text not null,
  content text not null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  unique (dealer_group_id, id)
) strict;

create table request_hands (
  dealer_group_id integer not null,
  check_request_id integer not null,
  user_id integer not null references users (id),
  part text not null check (part in ('raised', 'edited', 'approved')),
  primary key (check_request_id, user_id, part, dealer_group_id),
  foreign key (dealer_group_id, check_request_id) references check_requests (dealer_group_id, id) on delete cascade
) strict;

create table login_devices (
  device_hash text not null,
  user_id integer not null references users (id),
  last_login_at text not null,
  primary key (device_hash, user_id)
) strict;

create table audit_keys (
  id text primary key,
  since text not null,
  until text
) strict;

create table failed_logins (
  id integer primary key autoincrement,
  user_id integer references users (id),
  network text not null,
  day text not null,
  attempts integer not null,
  first_at text not null,
  last_at text not null
) strict;

create table account_confirmations (
  user_id integer primary key references users (id),
  dealer_group_id integer references dealer_groups (id),
  version integer not null default 1,
  changes text not null,
  asked_by text not null,
  asked_at text not null,
  scope_in_force text,
  effective_at text,
  in_effect integer not null default 0 check (in_effect in (0, 1)),
  stopped_by_id integer references users (id),
  stopped_at text,
  titles_in_force text,
  check ((stopped_at is null) = (stopped_by_id is null)),
  check (stopped_at is null or effective_at is null)
) strict;

create table waiting_roles (
  user_id integer not null references account_confirmations (user_id) on delete cascade,
  role_id integer not null references roles (id),
  dealer_group_id integer references dealer_groups (id),
  primary key (user_id, role_id)
) strict;

create table confirmation_announcements (
  user_id integer primary key references users (id)
) strict;

create table list_layouts (
  dealer_group_id integer references dealer_groups (id),
  user_id integer not null references users (id),
  list text not null,
  layout text not null,
  primary key (user_id, list)
) strict, without rowid;

create table saved_views (
  id integer primary key autoincrement,
  dealer_group_id integer references dealer_groups (id),
  user_id integer not null references users (id),
  list text not null,
  name text not null,
  query text not null,
  layout text,
  shared integer not null check (shared in (0, 1)),
  created_at text not null
) strict;

create table check_request_notes (
  id integer primary key,
  dealer_group_id integer not null,
  notes text not null,
  foreign key (dealer_group_id, id) references check_requests (dealer_group_id, id)
) strict;

CREATE VIRTUAL TABLE check_request_fts using fts5
  (request_number, payee, requester, purpose, check_number, numbers, content = 'check_request_search', content_rowid = 'id', tokenize = 'trigram', columnsize = 0);

CREATE VIRTUAL TABLE check_request_notes_fts using fts5
  (notes, content = 'check_request_notes', content_rowid = 'id', tokenize = 'trigram', columnsize = 0);

create table attachments (
  id integer primary key autoincrement,
  dealer_group_id integer references dealer_groups (id),
  check_request_id integer,
  draft_id integer,
  name text not null,
  type text not null,
  size integer not null check (size > 0),
  sha256 text not null,
  stored_as text not null,
  kind text,
  created_at text not null,
  created_by_id integer not null,
  created_by_name text not null,
  removed_at text,
  removed_by_id integer,
  removed_by_name text,
  check ((check_request_id is null) <> (draft_id is null)),
  check ((removed_at is null) = (removed_by_id is null))
) strict;

create table notices (
  id integer primary key autoincrement,
  dealer_group_id integer references dealer_groups (id),
  user_id integer not null references users (id),
  event_key text not null,
  event text not null,
  check_request_id integer,
  account_id integer references users (id),
  actor_id integer,
  actor_name text,
  text text,
  created_at text not null,
  read_at text,
  to_mail integer not null default 0 check (to_mail in (0, 1)),
  unique (user_id, event_key, dealer_group_id),
  foreign key (dealer_group_id, check_request_id) references check_requests (dealer_group_id, id) on delete cascade
) strict;

create table waiting_reads (
  dealer_group_id integer not null,
  check_request_id integer not null,
  user_id integer not null references users (id),
  read_at text not null,
  primary key (check_request_id, user_id, dealer_group_id),
  foreign key (dealer_group_id, check_request_id) references check_requests (dealer_group_id, id) on delete cascade
) strict, without rowid;

create table inbox_marks (
  dealer_group_id integer references dealer_groups (id),
  user_id integer not null references users (id),
  role_id integer not null references roles (id),
  all_read_at text not null,
  primary key (user_id, role_id)
) strict, without rowid;

create table notice_choices (
  dealer_group_id integer references dealer_groups (id),
  user_id integer not null references users (id),
  topic text not null,
  delivery text not null check (delivery in ('at_once', 'digest', 'inbox', 'off')),
  primary key (user_id, topic)
) strict, without rowid;

create table jobs (
  name text not null primary key,
  due_at text not null,
  leased_by text,
  leased_until text,
  started_at text,
  ended_at text,
  took_ms integer,
  failures integer not null default 0,
  error text,
  check ((leased_by is null) = (leased_until is null))
) strict, without rowid;

create table waiting_mails (
  dealer_group_id integer not null,
  check_request_id integer not null,
  version integer not null,
  event text not null,
  actor_id integer not null,
  created_at text not null,
  primary key (check_request_id, version, dealer_group_id),
  foreign key (dealer_group_id, check_request_id) references check_requests (dealer_group_id, id) on delete cascade
) strict, without rowid;

create table mails (
  id integer primary key autoincrement,
  dealer_group_id integer references dealer_groups (id),
  user_id integer not null references users (id),
  event_key text not null,
  event text not null,
  check_request_id integer,
  account_id integer references users (id),
  actor_name text,
  text text,
  created_at text not null,
  due_at text not null,
  in_digest integer not null default 0 check (in_digest in (0, 1)),
  leased_by text,
  leased_until text,
  attempts integer not null default 0,
  answer text,
  address text,
  outcome text check (outcome in ('sent', 'refused', 'given_up', 'dropped')),
  ended_at text,
  unique (user_id, event_key, dealer_group_id),
  check ((leased_by is null) = (leased_until is null)),
  check ((outcome is null) = (ended_at is null)),
  foreign key (dealer_group_id, check_request_id) references check_requests (dealer_group_id, id) on delete cascade
) strict;

create table comments (
  id integer primary key autoincrement,
  dealer_group_id integer not null references dealer_groups (id),
  check_request_id integer not null,
  text text not null,
  mentions text not null,
  created_at text not null,
  created_by_id integer not null,
  created_by_name text not null,
  edited_at text,
  deleted_at text,
  foreign key (dealer_group_id, check_request_id) references check_requests (dealer_group_id, id) deferrable initially deferred
) strict;

create table password_links (
  user_id integer not null primary key references users (id),
  asked_at text not null,
  due_at text,
  attempts integer not null default 0,
  code text,
  expires_at text,
  check ((code is null) = (expires_at is null))
) strict, without rowid;

create table approval_titles (
  id integer primary key autoincrement,
  version integer not null default 1,
  dealer_group_id integer not null references dealer_groups (id),
  name text not null,
  is_active integer not null default 1 check (is_active in (0, 1)),
  created_at text not null
) strict;

create table user_approval_titles (
  dealer_group_id integer not null,
  user_id integer not null references users (id),
  approval_title_id integer not null,
  dealership_id integer not null default 0,
  primary key (dealer_group_id, user_id, approval_title_id, dealership_id),
  foreign key (dealer_group_id, approval_title_id) references approval_titles (dealer_group_id, id)
) strict, without rowid;

create table approval_policies (
  id integer primary key autoincrement,
  dealer_group_id integer not null references dealer_groups (id),
  number integer not null,
  content text not null,
  note text not null,
  edited_by text not null,
  published_by_id integer not null,
  published_by_name text not null,
  published_at text not null
) strict;

create table approval_policy_drafts (
  dealer_group_id integer not null primary key references dealer_groups (id),
  version integer not null default 1,
  content text not null,
  edited_by text not null,
  edited_at text not null
) strict;

create table approval_routes (
  check_request_id integer not null primary key,
  dealer_group_id integer not null,
  policy_number integer not null,
  round integer not null,
  rule text,
  added text not null,
  steps text not null,
  fallback text not null,
  cents integer not null,
  step_since text not null,
  foreign key (dealer_group_id, check_request_id) references check_requests (dealer_group_id, id) deferrable initially deferred,
  foreign key (dealer_group_id, policy_number) references approval_policies (dealer_group_id, number)
) strict;

create table approvals (
  id integer primary key autoincrement,
  dealer_group_id integer not null,
  check_request_id integer not null,
  round integer not null,
  step integer not null,
  user_id integer not null references users (id),
  for_user_id integer references users (id),
  completes integer not null check (completes in (0, 1)),
  created_at text not null,
  foreign key (dealer_group_id, check_request_id) references check_requests (dealer_group_id, id) deferrable initially deferred
) strict;

create table approval_audiences (
  id integer primary key autoincrement,
  dealer_group_id integer not null references dealer_groups (id),
  dealership_id integer not null,
  department_id integer not null,
  approvers text not null,
  digest text not null
) strict;

create table approval_queue (
  check_request_id integer not null primary key,
  dealer_group_id integer not null,
  audience_id integer not null,
  status_id integer not null,
  remind_at text,
  reminded_at text,
  escalate_at text,
  foreign key (dealer_group_id, check_request_id) references check_requests (dealer_group_id, id) deferrable initially deferred,
  foreign key (dealer_group_id, audience_id) references approval_audiences (dealer_group_id, id)
) strict;

create table approval_exceptions (
  dealer_group_id integer not null,
  user_id integer not null references users (id),
  check_request_id integer not null,
  primary key (dealer_group_id, user_id, check_request_id),
  foreign key (dealer_group_id, check_request_id) references check_requests (dealer_group_id, id) deferrable initially deferred
) strict, without rowid;

create table approval_counters (
  dealer_group_id integer not null,
  audience_id integer not null,
  status_id integer not null,
  amount integer not null,
  primary key (dealer_group_id, audience_id, status_id),
  foreign key (dealer_group_id, audience_id) references approval_audiences (dealer_group_id, id)
) strict, without rowid;

create table approval_checks (
  dealer_group_id integer not null primary key references dealer_groups (id),
  fingerprint text not null,
  unheld text not null default '[]'
) strict;

create table payee_tax_forms (
  payee_id integer not null primary key,
  dealer_group_id integer not null,
  received_on text not null,
  legal_name text not null,
  number_kind text not null,
  tax_class text not null,
  box_1099 text not null,
  backup_withholding integer not null check (backup_withholding in (0, 1)),
  foreign key (dealer_group_id, payee_id) references payees (dealer_group_id, id)
) strict;

create table request_payees (
  check_request_id integer not null primary key,
  dealer_group_id integer not null,
  payee_id integer not null,
  foreign key (dealer_group_id, check_request_id) references check_requests (dealer_group_id, id) deferrable initially deferred,
  foreign key (dealer_group_id, payee_id) references payees (dealer_group_id, id)
) strict;

create table delegations (
  id integer primary key autoincrement,
  dealer_group_id integer not null references dealer_groups (id),
  from_id integer not null references users (id),
  to_id integer not null references users (id),
  starts_on text not null,
  ends_on text not null check (ends_on >= starts_on),
  dealership_ids text not null,
  reason text not null,
  created_by_id integer not null references users (id),
  created_at text not null
) strict;

create table payees (
  id integer primary key autoincrement,
  version integer not null default 1,
  dealer_group_id integer not null references dealer_groups (id),
  name text not null,
  name_key text not null,
  searched text not null,
  payee_type text not null check (payee_type in ('individual', 'business')),
  payee_sub_type text not null check (payee_sub_type in ('vendor', 'customer')),
  address text,
  email text,
  phone text,
  default_purpose_id integer references purposes (id),
  note text,
  state text not null check (state in ('new', 'verified', 'blocked')),
  edited_by text not null,
  verified_by_id integer references users (id),
  verified_by_name text,
  verified_at text,
  verified_how text,
  blocked_reason text,
  created_at text not null,
  merged_into_id integer,
  merged_at text,
  merged_by_name text,
  former_keys text,
  foreign key (dealer_group_id, merged_into_id) references payees (dealer_group_id, id)
) strict;

create table ledger_accounts (
  id integer primary key autoincrement,
  version integer not null default 1,
  dealer_group_id integer not null references dealer_groups (id),
  number text not null,
  name text not null,
  searched text not null,
  is_active integer not null default 1 check (is_active in (0, 1)),
  created_at text not null
) strict;

create table journal_exports (
  id integer primary key autoincrement,
  dealer_group_id integer not null references dealer_groups (id),
  number integer not null,
  up_to text not null,
  lines integer not null check (lines > 0),
  issued_cents integer not null,
  voided_cents integer not null,
  content text not null,
  sha256 text not null,
  made_by_id integer not null references users (id),
  made_by_name text not null,
  made_at text not null
) strict;

create table journal_events (
  id integer primary key autoincrement,
  dealer_group_id integer not null references dealer_groups (id),
  check_request_id integer not null,
  kind text not null check (kind in ('issue', 'void')),
  check_number text not null,
  cents integer not null,
  at text not null,
  day text not null,
  issued_on text not null check (issued_on <= day),
  facts text not null,
  export_id integer,
  foreign key (dealer_group_id, check_request_id) references check_requests (dealer_group_id, id) deferrable initially deferred,
  foreign key (dealer_group_id, export_id) references journal_exports (dealer_group_id, id)
) strict;

create table bank_accounts (
  id integer primary key autoincrement,
  version integer not null default 1,
  dealer_group_id integer not null references dealer_groups (id),
  name text not null,
  bank_name text not null,
  bank_place text,
  routing_number text not null,
  sealed_number text not null,
  account_last4 text not null,
  number_mark text not null,
  fraction text,
  on_us text not null,
  auxiliary_on_us text not null,
  on_us_at integer,
  next_check_number integer not null check (next_check_number > 0),
  layout text not null check (layout in ('top', 'middle', 'bottom', 'three')),
  stock text not null check (stock in ('blank', 'preprinted')),
  micr integer not null check (micr in (0, 1)),
  offset_x integer not null,
  offset_y integer not null,
  void_after_days integer,
  stale_after_days integer not null,
  two_signers_above_cents integer,
  limit_cents integer,
  positive_pay text not null check (positive_pay in ('none', 'checks', 'payees')),
  people text not null,
  is_sample integer not null default 0 check (is_sample in (0, 1)),
  state text not null check (state in ('proposed', 'active', 'closed')),
  waiting text,
  proposed_by text not null,
  confirmed_by_id integer references users (id),
  confirmed_by_name text,
  confirmed_at text,
  created_at text not null,
  positive_pay_template text,
  clearing_columns text,
  pick_up_reminder_days integer default 5,
  mail_task_days integer default 15,
  field_offsets text not null default '{}',
  check ((state = 'proposed') = (confirmed_at is null) or state = 'closed')
) strict;

create table account_dealerships (
  dealer_group_id integer not null,
  dealership_id integer not null,
  bank_account_id integer not null,
  is_default integer not null default 0 check (is_default in (0, 1)),
  primary key (dealer_group_id, dealership_id, bank_account_id),
  foreign key (dealer_group_id, dealership_id) references dealerships (dealer_group_id, id),
  foreign key (dealer_group_id, bank_account_id) references bank_accounts (dealer_group_id, id)
) strict;

create table print_runs (
  id integer primary key autoincrement,
  version integer not null default 1,
  dealer_group_id integer not null,
  bank_account_id integer not null,
  first_number integer not null,
  count integer not null check (count > 0),
  total_cents integer not null,
  check_date text not null,
  account_face text not null,
  state text not null check (state in ('made', 'confirmed', 'spoiled', 'released')),
  made_by_id integer not null references users (id),
  made_by_name text not null,
  made_at text not null,
  fetched_at text,
  settled_by_id integer references users (id),
  settled_by_name text,
  settled_at text,
  check ((state = 'made') = (settled_at is null)),
  check (state <> 'released' or fetched_at is null),
  foreign key (dealer_group_id, bank_account_id) references bank_accounts (dealer_group_id, id)
) strict;

create table checks (
  id integer primary key autoincrement,
  version integer not null default 1,
  dealer_group_id integer not null,
  bank_account_id integer not null,
  number integer not null check (number > 0),
  state text not null check (state in ('reserved', 'released', 'printed', 'signed', 'issued', 'cleared', 'spoiled', 'voided', 'stopped')),
  kind text not null check (kind in ('run', 'manual', 'opening')),
  print_run_id integer,
  check_request_id integer,
  request_number text,
  dealership_id integer,
  department_id integer,
  check_date text not null,
  amount_cents integer not null,
  payee_name text not null,
  searched text not null,
  face text not null,
  printed_by_id integer references users (id),
  replaces_id integer,
  issued_on text,
  bank_paid_on text,
  ended_on text,
  reason text,
  void_asked text,
  stop_number text,
  stop_fee_cents integer,
  stop_lapses_on text,
  created_at text not null,
  exception_asked text,
  cleared_on text,
  entered_by text,
  stop_lapsed_at text,
  unique (dealer_group_id, id),
  check (amount_cents > 0 or state = 'spoiled'),
  check ((state = 'cleared') = (bank_paid_on is not null)),
  check ((state in ('voided', 'stopped', 'spoiled')) = (ended_on is not null)),
  foreign key (dealer_group_id, print_run_id) references print_runs (dealer_group_id, id),
  foreign key (dealer_group_id, replaces_id) references checks (dealer_group_id, id),
  foreign key (dealer_group_id, bank_account_id) references bank_accounts (dealer_group_id, id)
) strict;

create table check_events (
  id integer primary key autoincrement,
  dealer_group_id integer not null,
  check_id integer not null,
  act text not null,
  user_id integer not null references users (id),
  user_name text not null,
  role_id integer not null,
  note text,
  details text not null,
  at text not null,
  foreign key (dealer_group_id, check_id) references checks (dealer_group_id, id)
) strict;

create table check_signatures (
  dealer_group_id integer not null,
  check_id integer not null,
  user_id integer not null references users (id),
  user_name text not null,
  approved integer not null check (approved in (0, 1)),
  at text not null,
  primary key (dealer_group_id, check_id, user_id),
  foreign key (dealer_group_id, check_id) references checks (dealer_group_id, id)
) strict;

create table hand_overs (
  check_id integer not null,
  dealer_group_id integer not null,
  kind text not null check (kind in ('picked up', 'mailed', 'given to requester')),
  receiver text,
  receiver_user_id integer references users (id),
  relation text,
  identification text,
  identification_last4 text,
  signature text,
  witness text,
  tracking_number text,
  at text not null,
  attachment_id integer,
  primary key (dealer_group_id, check_id),
  foreign key (dealer_group_id, check_id) references checks (dealer_group_id, id)
) strict;

create table positive_pay_files (
  id integer primary key autoincrement,
  version integer not null default 1,
  dealer_group_id integer not null,
  bank_account_id integer not null,
  number integer not null,
  count integer not null check (count > 0),
  total_cents integer not null,
  sealed_content text not null,
  made_by_id integer not null references users (id),
  made_by_name text not null,
  made_at text not null,
  fetched_at text,
  answer text check (answer in ('accepted', 'refused')),
  answered_by_id integer references users (id),
  answered_by_name text,
  answered_at text,
  reason text,
  unique (dealer_group_id, id),
  unique (dealer_group_id, bank_account_id, number),
  check ((answer is null) = (answered_at is null)),
  foreign key (dealer_group_id, bank_account_id) references bank_accounts (dealer_group_id, id)
) strict;

create table positive_pay_rows (
  dealer_group_id integer not null,
  positive_pay_file_id integer not null,
  check_id integer not null,
  kind text not null check (kind in ('issue', 'void')),
  primary key (dealer_group_id, positive_pay_file_id, check_id, kind),
  foreign key (dealer_group_id, positive_pay_file_id) references positive_pay_files (dealer_group_id, id),
  foreign key (dealer_group_id, check_id) references checks (dealer_group_id, id)
) strict;

create table clearing_files (
  id integer primary key autoincrement,
  version integer not null default 1,
  dealer_group_id integer not null,
  bank_account_id integer not null,
  name text not null,
  format text not null check (format in ('CSV', 'BAI2', 'OFX')),
  content text,
  state text not null check (state in ('read', 'written')),
  read_by_id integer not null references users (id),
  read_at text not null,
  written_by_id integer references users (id),
  written_by_name text,
  written_at text,
  unique (dealer_group_id, id),
  check ((state = 'written') = (written_at is not null)),
  check ((state = 'read') = (content is not null)),
  foreign key (dealer_group_id, bank_account_id) references bank_accounts (dealer_group_id, id)
) strict;

create table clearing_lines (
  id integer primary key autoincrement,
  dealer_group_id integer not null,
  bank_account_id integer not null,
  clearing_file_id integer not null,
  line integer not null,
  number integer,
  amount_cents integer not null,
  paid_on text not null,
  payee text,
  reference text,
  fingerprint text not null,
  check_id integer,
  unique (dealer_group_id, id),
  unique (dealer_group_id, bank_account_id, fingerprint),
  foreign key (dealer_group_id, clearing_file_id) references clearing_files (dealer_group_id, id),
  foreign key (dealer_group_id, check_id) references checks (dealer_group_id, id)
) strict;

create table check_exceptions (
  id integer primary key autoincrement,
  version integer not null default 1,
  dealer_group_id integer not null,
  bank_account_id integer not null,
  clearing_line_id integer not null,
  check_id integer,
  kind text not null,
  sentence text not null,
  owner_id integer references users (id),
  owner_name text,
  resolution text,
  resolved_by_id integer references users (id),
  resolved_by_name text,
  resolved_at text,
  created_at text not null,
  unique (dealer_group_id, id),
  check ((resolution is null) = (resolved_at is null)),
  foreign key (dealer_group_id, clearing_line_id) references clearing_lines (dealer_group_id, id),
  foreign key (dealer_group_id, bank_account_id) references bank_accounts (dealer_group_id, id)
) strict;

create table stock_boxes (
  id integer primary key autoincrement,
  version integer not null default 1,
  dealer_group_id integer not null,
  bank_account_id integer not null,
  place text not null,
  first_number integer not null check (first_number > 0),
  last_number integer,
  next_number integer not null,
  holder_id integer references users (id),
  holder_name text,
  state text not null check (state in ('received', 'counted', 'in use', 'ended')),
  received_by_id integer references users (id),
  received_by_name text,
  received_at text not null,
  counted_by_id integer references users (id),
  counted_by_name text,
  counted_at text,
  unique (dealer_group_id, id),
  check (last_number is null or last_number >= first_number),
  check (counted_by_id is null or counted_by_id <> received_by_id),
  check (state in ('received', 'ended') or last_number is null or counted_at is not null),
  foreign key (dealer_group_id, bank_account_id) references bank_accounts (dealer_group_id, id)
) strict;

create table auditors (
  id integer primary key autoincrement,
  version integer not null default 1,
  dealer_group_id integer not null references dealer_groups (id),
  user_id integer not null references users (id),
  state text not null check (state in ('proposed', 'active', 'ending', 'ended')),
  asked_by_id integer not null references users (id),
  asked_by_name text not null,
  asked_at text not null,
  confirmed_by_id integer references users (id),
  confirmed_by_name text,
  confirmed_at text
) strict;

create table check_totals (
  dealer_group_id integer not null,
  bank_account_id integer not null,
  has_request integer not null check (has_request in (0, 1)),
  dealership_id integer not null,
  department_id integer not null,
  kind text not null,
  state text not null,
  amount integer not null,
  cents integer not null,
  primary key (dealer_group_id, bank_account_id, has_request, dealership_id, department_id, kind, state)
) strict, without rowid;

create table check_day_totals (
  dealer_group_id integer not null,
  bank_account_id integer not null,
  basis text not null check (basis in ('dated', 'register', 'bank')),
  day text not null,
  kind text not null,
  state text not null,
  amount integer not null,
  cents integer not null,
  primary key (dealer_group_id, bank_account_id, basis, day, kind, state)
) strict, without rowid;

create table clearing_day_totals (
  dealer_group_id integer not null,
  bank_account_id integer not null,
  day text not null,
  matched integer not null check (matched in (0, 1)),
  amount integer not null,
  cents integer not null,
  primary key (dealer_group_id, bank_account_id, day, matched)
) strict, without rowid;

create table check_blocks (
  dealer_group_id integer not null,
  bank_account_id integer not null,
  block integer not null,
  amount integer not null,
  first_date text not null,
  last_date text not null,
  first_at text not null,
  primary key (dealer_group_id, bank_account_id, block)
) strict, without rowid;

create table untold_checks (
  dealer_group_id integer not null,
  bank_account_id integer not null,
  number integer not null,
  check_id integer not null,
  kind text not null check (kind in ('issue', 'void')),
  amount_cents integer not null,
  primary key (dealer_group_id, check_id)
) strict, without rowid;

CREATE VIRTUAL TABLE checks_fts using fts5
  (searched, content = 'checks', content_rowid = 'id', tokenize = 'trigram', columnsize = 0);

create table backups (
  id integer primary key autoincrement,
  started_at text not null,
  ended_at text not null,
  name text,
  bytes integer,
  check_requests integer,
  documents integer,
  error text,
  check (name is not null or error is not null)
) strict;

create table identity_providers (
  id integer primary key autoincrement,
  version integer not null default 1,
  dealer_group_id integer not null references dealer_groups (id),
  name text not null,
  issuer text not null,
  client_id text not null,
  sealed_secret text not null,
  trusts_email integer not null check (trusts_email in (0, 1)),
  state text not null check (state in ('proposed', 'active', 'ended')),
  proposed_by_id integer not null references users (id),
  proposed_by_name text not null,
  proposed_at text not null,
  confirmed_by_id integer references users (id),
  confirmed_by_name text,
  confirmed_at text,
  new_people text,
  unique (dealer_group_id, id),
  check (state <> 'active' or (confirmed_by_id is not null and confirmed_by_id <> proposed_by_id))
) strict;

create table provider_domains (
  domain text not null primary key,
  dealer_group_id integer not null,
  identity_provider_id integer not null,
  foreign key (dealer_group_id, identity_provider_id) references identity_providers (dealer_group_id, id)
) strict;

create table linked_identities (
  id integer primary key autoincrement,
  dealer_group_id integer not null,
  identity_provider_id integer not null,
  subject text not null,
  user_id integer not null references users (id),
  linked_at text not null,
  given_role_ids text,
  foreign key (dealer_group_id, identity_provider_id) references identity_providers (dealer_group_id, id)
) strict;

create table passkeys (
  id integer primary key autoincrement,
  user_id integer not null references users (id),
  credential_id text not null,
  public_key text not null,
  transports text not null,
  name text not null,
  counter integer not null,
  synced integer not null check (synced in (0, 1)),
  added_at text not null,
  last_used_at text
) strict;

create table authenticator_apps (
  user_id integer not null references users (id),
  state text not null check (state in ('begun', 'active')),
  sealed_secret text not null,
  last_step integer not null default 0,
  added_at text not null,
  primary key (user_id, state)
) strict, without rowid;

create table recovery_codes (
  user_id integer not null references users (id),
  code_hash text not null,
  primary key (user_id, code_hash)
) strict, without rowid;

create table answered_challenges (
  challenge_hash text not null primary key,
  user_id integer not null references users (id),
  expires_at text not null
) strict, without rowid;

create unique index dealer_groups_code on dealer_groups (code) where deleted_at is null;

create unique index dealerships_code on dealerships (dealer_group_id, code) where deleted_at is null;

create index place_counters_department on place_counters (department_id);

create index audit_entries_entity on audit_entries (entity, entity_id, seq);

create index audit_entries_at on audit_entries (at, chain, seq);

create index answered_calls_age on answered_calls (created_at);

create unique index users_email on users (email) where deleted_at is null;

create index users_group on users (dealer_group_id, id);

create index sessions_user on sessions (user_id);

create index sessions_previous on sessions (previous_token_hash) where previous_token_hash is not null;

create unique index departments_code on departments (dealer_group_id, dealership_id, code) where deleted_at is null;

create index check_requests_status on check_requests (status_id, id);

create index check_requests_group_status on check_requests (dealer_group_id, status_id, id);

create index check_requests_dealership on check_requests (dealership_id, id);

create index check_requests_dealership_status on check_requests (dealership_id, status_id, id);

create index check_requests_department on check_requests (department_id, id);

create index check_requests_department_status on check_requests (department_id, status_id, id);

create index check_requests_requester on check_requests (requester_id, id);

create index check_requests_requester_status on check_requests (requester_id, status_id, id);

create index check_requests_amount on check_requests (amount_cents, id);

create index check_requests_priority on check_requests (priority_rank, id);

create index check_requests_due on check_requests (due_date, id);

create unique index check_requests_group on check_requests (dealer_group_id, id);

create unique index check_requests_number on check_requests (dealer_group_id, request_number);

create unique index status_history_request on status_history (check_request_id, id, dealer_group_id);

create index match_keys_payment on match_keys (dealer_group_id, payment, created_at, id) where payment is not null;

create index match_keys_vin on match_keys (dealer_group_id, vin, created_at, id) where vin is not null;

create index match_keys_po on match_keys (dealer_group_id, po, created_at, id) where po is not null;

create index step_times_completed on step_times (completed_at, check_request_id);

create index step_times_dealer_group on step_times (dealer_group_id, completed_at, check_request_id);

create index step_times_dealership on step_times (dealership_id, completed_at, check_request_id);

create index step_times_department on step_times (department_id, completed_at, check_request_id);

create index step_times_requester on step_times (requester_id, completed_at, check_request_id);

create index drafts_owner on drafts (user_id, role_id, updated_at);

create index drafts_age on drafts (updated_at);

create index check_requests_exempt_number on check_requests (dealer_group_id, id) where check_number_exempt = 1;

create index login_devices_user on login_devices (user_id, last_login_at);

create index failed_logins_account on failed_logins (user_id, last_at);

create index account_confirmations_due on account_confirmations (effective_at) where in_effect = 0;

create index check_requests_group_purpose on check_requests (dealer_group_id, purpose_id, id, amount_cents);

create index check_requests_group_priority on check_requests (dealer_group_id, priority_rank, id, amount_cents);

create index check_requests_group_amount on check_requests (dealer_group_id, amount_cents, id);

create index check_requests_group_due on check_requests (dealer_group_id, due_date, id, amount_cents);

create index check_requests_group_raised on check_requests (dealer_group_id, created_at, id, amount_cents);

create index check_requests_cleared on check_requests
  (cleared_at, dealer_group_id, dealership_id, department_id, requester_id, amount_cents) where cleared_at is not null;

create index audit_entries_chain_at on audit_entries (chain, at, seq);

create index handled_requests_request on handled_requests (check_request_id, user_id, dealer_group_id);

create index saved_views_owner on saved_views (user_id);

create index saved_views_shared on saved_views (dealer_group_id) where shared = 1;

create unique index list_layouts_group on list_layouts (dealer_group_id, user_id, list);

create unique index saved_views_group on saved_views (dealer_group_id, id);

create index match_keys_payee on match_keys (dealer_group_id, payee, id) where payee is not null;

create index status_history_check_numbers on status_history (dealer_group_id, id)
  where check_number is not null;

create unique index check_request_notes_group on check_request_notes (dealer_group_id, id);

create index attachments_request on attachments (check_request_id) where check_request_id is not null;

create index attachments_draft on attachments (draft_id) where draft_id is not null;

create index attachments_content on attachments (dealer_group_id, sha256);

create unique index attachments_group on attachments (dealer_group_id, id);

create unique index attachments_file on attachments (dealer_group_id, stored_as);

create index notices_unread on notices (user_id, created_at, id) where read_at is null;

create index notices_request on notices (check_request_id) where check_request_id is not null;

create unique index inbox_marks_group on inbox_marks (dealer_group_id, user_id, role_id);

create unique index notice_choices_group on notice_choices (dealer_group_id, user_id, topic);

create index notices_to_mail on notices (id) where to_mail = 1;

create index mails_due on mails (in_digest, due_at, id) where outcome is null;

create index mails_request on mails (check_request_id) where check_request_id is not null;

create index mails_ended on mails (user_id, ended_at) where outcome is not null;

create index mails_outcomes on mails (outcome, ended_at) where outcome is not null;

create index comments_request on comments (check_request_id);

create unique index comments_group on comments (dealer_group_id, id);

create index password_links_due on password_links (due_at) where due_at is not null;

create index check_requests_waiting on check_requests (status_changed_at, id) where status_id not in (7, 8);

create unique index approval_titles_name on approval_titles (dealer_group_id, name);

create unique index approval_titles_group on approval_titles (dealer_group_id, id);

create index user_approval_titles_user on user_approval_titles (user_id, approval_title_id, dealership_id);

create index user_approval_titles_title on user_approval_titles (dealer_group_id, approval_title_id);

create unique index approval_policies_number on approval_policies (dealer_group_id, number);

create unique index approval_routes_group on approval_routes (dealer_group_id, check_request_id);

create unique index approvals_once on approvals (dealer_group_id, check_request_id, round, user_id);

create unique index approvals_once_for on approvals (dealer_group_id, check_request_id, round, for_user_id);

create unique index approval_audiences_digest on approval_audiences (dealer_group_id, dealership_id, department_id,
  digest);

create unique index approval_audiences_group on approval_audiences (dealer_group_id, id);

create unique index approval_queue_group on approval_queue (dealer_group_id, check_request_id);

create index approval_queue_audience on approval_queue (dealer_group_id, audience_id, check_request_id);

create index approval_exceptions_request on approval_exceptions (check_request_id);

create unique index payee_tax_forms_group on payee_tax_forms (dealer_group_id, payee_id);

create unique index request_payees_group on request_payees (dealer_group_id, check_request_id);

create index request_payees_payee on request_payees (dealer_group_id, payee_id, check_request_id);

create unique index delegations_group on delegations (dealer_group_id, id);

create index delegations_deputy on delegations (to_id, id);

create index match_keys_invoice on match_keys (dealer_group_id, invoice, created_at, id)
  where invoice is not null;

create index approval_queue_remind on approval_queue (remind_at) where remind_at is not null;

create index approval_queue_escalate on approval_queue (escalate_at) where escalate_at is not null;

create unique index payees_name on payees (dealer_group_id, name_key);

create unique index payees_group on payees (dealer_group_id, id);

create index payees_by_name on payees (name_key, id);

create index payees_merged on payees (dealer_group_id, merged_into_id) where merged_into_id is not null;

create unique index ledger_accounts_number on ledger_accounts (dealer_group_id, number);

create unique index journal_exports_group on journal_exports (dealer_group_id, id);

create unique index journal_exports_number on journal_exports (dealer_group_id, number);

create unique index journal_events_group on journal_events (dealer_group_id, id);

create index journal_events_request on journal_events (dealer_group_id, check_request_id);

create index journal_events_export on journal_events (dealer_group_id, export_id);

create index journal_events_waiting on journal_events (dealer_group_id, day) where export_id is null;

create unique index bank_accounts_group on bank_accounts (dealer_group_id, id);

create unique index bank_accounts_number on bank_accounts (dealer_group_id, number_mark) where state <> 'closed';

create unique index print_runs_group on print_runs (dealer_group_id, id);

create unique index print_runs_open on print_runs (dealer_group_id, bank_account_id) where state = 'made';

create index print_runs_account on print_runs (dealer_group_id, bank_account_id, id);

create unique index checks_number on checks (dealer_group_id, bank_account_id, number);

create unique index checks_request on checks (dealer_group_id, check_request_id)
  where state in ('reserved', 'printed', 'signed', 'issued', 'cleared');

create index checks_run on checks (dealer_group_id, print_run_id, number);

create index checks_state on checks (dealer_group_id, bank_account_id, state, number);

create unique index check_events_check on check_events (dealer_group_id, check_id, id);

create unique index check_requests_check_number on check_requests (dealer_group_id, coalesce(dealership_id, 0), ltrim(check_number, '0'))
  where check_number is not null and check_number_exempt = 0 and bank_account_id is null;

create index account_dealerships_account
  on account_dealerships (dealer_group_id, bank_account_id, dealership_id);

create index clearing_lines_file on clearing_lines (dealer_group_id, clearing_file_id, id);

create index clearing_lines_check on clearing_lines (dealer_group_id, check_id);

create index check_exceptions_account on check_exceptions (dealer_group_id, bank_account_id, id);

create index checks_dated on checks (dealer_group_id, bank_account_id, check_date, number);

create index checks_paid on checks (dealer_group_id, bank_account_id, bank_paid_on, issued_on, amount_cents)
  where bank_paid_on is not null;

create index checks_ended on checks (dealer_group_id, bank_account_id, ended_on, issued_on)
  where ended_on is not null;

create index clearing_lines_paid on clearing_lines
  (dealer_group_id, bank_account_id, paid_on, check_id, amount_cents);

create index clearing_files_written on clearing_files (dealer_group_id, bank_account_id, written_at)
  where written_at is not null;

create index stock_boxes_account on stock_boxes (dealer_group_id, bank_account_id, id);

create unique index stock_boxes_in_use on stock_boxes (dealer_group_id, bank_account_id) where state = 'in use';

create index checks_stops on checks (dealer_group_id, stop_lapses_on, id) where state = 'stopped';

create unique index auditors_group on auditors (dealer_group_id, id);

create unique index auditors_user on auditors (dealer_group_id, user_id) where state <> 'ended';

create index positive_pay_rows_check
  on positive_pay_rows (dealer_group_id, check_id, kind, positive_pay_file_id);

create index untold_checks_account on untold_checks
  (dealer_group_id, bank_account_id, number, kind, amount_cents);

create index checks_entered on checks (dealer_group_id, bank_account_id, number) where kind <> 'run';

create index checks_dealership on checks (dealer_group_id, bank_account_id, dealership_id, number);

create index checks_department on checks (dealer_group_id, bank_account_id, department_id, number);

create index checks_replacing on checks (dealer_group_id, replaces_id) where replaces_id is not null;

create index checks_outstanding on checks (dealer_group_id, bank_account_id, check_date, number, amount_cents) where state = 'issued';

create index checks_issued on checks (dealer_group_id, bank_account_id, issued_on, created_at) where issued_on is not null;

create index checks_lapsing on checks (dealer_group_id, stop_lapses_on, id)
  where state = 'stopped' and stop_lapsed_at is null;

create index check_exceptions_open on check_exceptions (dealer_group_id, bank_account_id, clearing_line_id) where resolved_at is null;

create unique index linked_identities_subject
  on linked_identities (dealer_group_id, identity_provider_id, subject);

create unique index linked_identities_user
  on linked_identities (dealer_group_id, identity_provider_id, user_id);

create unique index passkeys_credential on passkeys (credential_id);

create index passkeys_user on passkeys (user_id, id);

create index match_keys_payee_since on match_keys (dealer_group_id, payee, created_at, id)
  where payee is not null;

create index match_keys_second_payee_since on match_keys (dealer_group_id, second_payee, created_at, id)
  where second_payee is not null;

create index payees_renamed on payees (dealer_group_id) where former_keys is not null;

create index provider_domains_provider on provider_domains (dealer_group_id, identity_provider_id, domain);

create index match_keys_joined_since on match_keys (dealer_group_id, created_at, id) where joined is not null;

create index checks_amount on checks (dealer_group_id, bank_account_id, state, amount_cents, kind,
  check_request_id, dealership_id, department_id);

create index checks_of_request on checks (dealer_group_id, check_request_id, id, state);

create unique index account_dealerships_default on account_dealerships (dealer_group_id, dealership_id)
  where is_default = 1;

create trigger audit_no_update before update on audit_entries
  begin select raise(abort, 'the audit trail is append-only'); end;

create trigger audit_no_delete before delete on audit_entries
  begin select raise(abort, 'the audit trail is append-only'); end;

create trigger handled_added after insert on handled_requests begin insert into handled_counters (user_id, dealer_group_id, amount)
  values (new.user_id, new.dealer_group_id, 1)
  on conflict (user_id, dealer_group_id) do update set amount = handled_counters.amount + (1); end;

create trigger handled_removed after delete on handled_requests begin insert into handled_counters (user_id, dealer_group_id, amount)
  values (old.user_id, old.dealer_group_id, -1)
  on conflict (user_id, dealer_group_id) do update set amount = handled_counters.amount + (-1); end;

create trigger count_added after insert on check_requests for each row  begin insert into place_counters (dealer_group_id, dealership_id, department_id, status_id, amount, cents) select dealer_group_id, coalesce(dealership_id, 0), coalesce(department_id, 0), status_id, sum(step * 1), sum(step * amount_cents)
    from (select new.dealer_group_id as dealer_group_id, new.dealership_id as dealership_id,
  new.department_id as department_id, new.requester_id as requester_id, new.status_id as status_id,
  new.amount_cents as amount_cents, new.created_at as created_at, new.cleared_at as cleared_at, 1 as step) as request group by 1, 2, 3, 4 having sum(step * 1) <> 0 or sum(step * amount_cents) <> 0
    order by 1, 2, 3, 4
    on conflict (dealer_group_id, dealership_id, department_id, status_id) do update set amount = place_counters.amount + excluded.amount, cents = place_counters.cents + excluded.cents; insert into requester_counters (requester_id, dealer_group_id, status_id, amount, cents) select requester_id, dealer_group_id, status_id, sum(step * 1), sum(step * amount_cents)
    from (select new.dealer_group_id as dealer_group_id, new.dealership_id as dealership_id,
  new.department_id as department_id, new.requester_id as requester_id, new.status_id as status_id,
  new.amount_cents as amount_cents, new.created_at as created_at, new.cleared_at as cleared_at, 1 as step) as request group by 1, 2, 3 having sum(step * 1) <> 0 or sum(step * amount_cents) <> 0
    order by 1, 2, 3
    on conflict (requester_id, dealer_group_id, status_id) do update set amount = requester_counters.amount + excluded.amount, cents = requester_counters.cents + excluded.cents; insert into group_counters (dealer_group_id, status_id, amount, cents) select dealer_group_id, status_id, sum(step * 1), sum(step * amount_cents)
    from (select new.dealer_group_id as dealer_group_id, new.dealership_id as dealership_id,
  new.department_id as department_id, new.requester_id as requester_id, new.status_id as status_id,
  new.amount_cents as amount_cents, new.created_at as created_at, new.cleared_at as cleared_at, 1 as step) as request group by 1, 2 having sum(step * 1) <> 0 or sum(step * amount_cents) <> 0
    order by 1, 2
    on conflict (dealer_group_id, status_id) do update set amount = group_counters.amount + excluded.amount, cents = group_counters.cents + excluded.cents; insert into week_totals (dealer_group_id, scope, scope_id, week, requested, requested_cents, completed, completed_cents)
      select new.dealer_group_id, scope, scope_id, date(new.created_at, 'weekday 0', '-6 days'), 1, new.amount_cents, 0, 0
      from (select 'department' as scope, new.department_id as scope_id union all select 'dealership', new.dealership_id
        union all select 'group', new.dealer_group_id union all select 'requester', new.requester_id) as scopes
      where scope_id is not null and new.created_at is not null
      on conflict (dealer_group_id, scope, scope_id, week) do update set requested = week_totals.requested + excluded.requested, requested_cents = week_totals.requested_cents + excluded.requested_cents, completed = week_totals.completed + excluded.completed, completed_cents = week_totals.completed_cents + excluded.completed_cents; insert into week_totals (dealer_group_id, scope, scope_id, week, requested, requested_cents, completed, completed_cents)
      select new.dealer_group_id, scope, scope_id, date(new.cleared_at, 'weekday 0', '-6 days'), 0, 0, 1, new.amount_cents
      from (select 'department' as scope, new.department_id as scope_id union all select 'dealership', new.dealership_id
        union all select 'group', new.dealer_group_id union all select 'requester', new.requester_id) as scopes
      where scope_id is not null and new.cleared_at is not null
      on conflict (dealer_group_id, scope, scope_id, week) do update set requested = week_totals.requested + excluded.requested, requested_cents = week_totals.requested_cents + excluded.requested_cents, completed = week_totals.completed + excluded.completed, completed_cents = week_totals.completed_cents + excluded.completed_cents; end;

create trigger count_removed after delete on check_requests for each row  begin insert into place_counters (dealer_group_id, dealership_id, department_id, status_id, amount, cents) select dealer_group_id, coalesce(dealership_id, 0), coalesce(department_id, 0), status_id, sum(step * 1), sum(step * amount_cents)
    from (select old.dealer_group_id as dealer_group_id, old.dealership_id as dealership_id,
  old.department_id as department_id, old.requester_id as requester_id, old.status_id as status_id,
  old.amount_cents as amount_cents, old.created_at as created_at, old.cleared_at as cleared_at, -1 as step) as request group by 1, 2, 3, 4 having sum(step * 1) <> 0 or sum(step * amount_cents) <> 0
    order by 1, 2, 3, 4
    on conflict (dealer_group_id, dealership_id, department_id, status_id) do update set amount = place_counters.amount + excluded.amount, cents = place_counters.cents + excluded.cents; insert into requester_counters (requester_id, dealer_group_id, status_id, amount, cents) select requester_id, dealer_group_id, status_id, sum(step * 1), sum(step * amount_cents)
    from (select old.dealer_group_id as dealer_group_id, old.dealership_id as dealership_id,
  old.department_id as department_id, old.requester_id as requester_id, old.status_id as status_id,
  old.amount_cents as amount_cents, old.created_at as created_at, old.cleared_at as cleared_at, -1 as step) as request group by 1, 2, 3 having sum(step * 1) <> 0 or sum(step * amount_cents) <> 0
    order by 1, 2, 3
    on conflict (requester_id, dealer_group_id, status_id) do update set amount = requester_counters.amount + excluded.amount, cents = requester_counters.cents + excluded.cents; insert into group_counters (dealer_group_id, status_id, amount, cents) select dealer_group_id, status_id, sum(step * 1), sum(step * amount_cents)
    from (select old.dealer_group_id as dealer_group_id, old.dealership_id as dealership_id,
  old.department_id as department_id, old.requester_id as requester_id, old.status_id as status_id,
  old.amount_cents as amount_cents, old.created_at as created_at, old.cleared_at as cleared_at, -1 as step) as request group by 1, 2 having sum(step * 1) <> 0 or sum(step * amount_cents) <> 0
    order by 1, 2
    on conflict (dealer_group_id, status_id) do update set amount = group_counters.amount + excluded.amount, cents = group_counters.cents + excluded.cents; insert into week_totals (dealer_group_id, scope, scope_id, week, requested, requested_cents, completed, completed_cents) select dealer_group_id, scope, scope_id, week, sum(step * requested), sum(step * requested * amount_cents), sum(step * completed), sum(step * completed * amount_cents)
    from (select event.*, scope, case scope when 'group' then dealer_group_id
        when 'dealership' then dealership_id when 'department' then department_id else requester_id end as scope_id
      from (select request.*, date(created_at, 'weekday 0', '-6 days') as week, 1 as requested, 0 as completed from (select old.dealer_group_id as dealer_group_id, old.dealership_id as dealership_id,
  old.department_id as department_id, old.requester_id as requester_id, old.status_id as status_id,
  old.amount_cents as amount_cents, old.created_at as created_at, old.cleared_at as cleared_at, -1 as step) as request
        union all select request.*, date(cleared_at, 'weekday 0', '-6 days'), 0, 1 from (select old.dealer_group_id as dealer_group_id, old.dealership_id as dealership_id,
  old.department_id as department_id, old.requester_id as requester_id, old.status_id as status_id,
  old.amount_cents as amount_cents, old.created_at as created_at, old.cleared_at as cleared_at, -1 as step) as request where cleared_at is not null
      ) as event
      cross join (select 'department' as scope union all select 'dealership' union all select 'group'
        union all select 'requester') as scopes) as total where scope_id is not null group by 1, 2, 3, 4 having sum(step * requested) <> 0 or sum(step * requested * amount_cents) <> 0 or sum(step * completed) <> 0 or sum(step * completed * amount_cents) <> 0
    order by 1, 2, 3, 4
    on conflict (dealer_group_id, scope, scope_id, week) do update set requested = week_totals.requested + excluded.requested, requested_cents = week_totals.requested_cents + excluded.requested_cents, completed = week_totals.completed + excluded.completed, completed_cents = week_totals.completed_cents + excluded.completed_cents; end;

create trigger count_moved after update of status_id, dealer_group_id, dealership_id, department_id, requester_id, amount_cents on check_requests for each row  begin insert into place_counters (dealer_group_id, dealership_id, department_id, status_id, amount, cents) select dealer_group_id, coalesce(dealership_id, 0), coalesce(department_id, 0), status_id, sum(step * 1), sum(step * amount_cents)
    from (select old.dealer_group_id as dealer_group_id, old.dealership_id as dealership_id,
  old.department_id as department_id, old.requester_id as requester_id, old.status_id as status_id,
  old.amount_cents as amount_cents, old.created_at as created_at, old.cleared_at as cleared_at, -1 as step union all select new.dealer_group_id as dealer_group_id, new.dealership_id as dealership_id,
  new.department_id as department_id, new.requester_id as requester_id, new.status_id as status_id,
  new.amount_cents as amount_cents, new.created_at as created_at, new.cleared_at as cleared_at, 1 as step) as request group by 1, 2, 3, 4 having sum(step * 1) <> 0 or sum(step * amount_cents) <> 0
    order by 1, 2, 3, 4
    on conflict (dealer_group_id, dealership_id, department_id, status_id) do update set amount = place_counters.amount + excluded.amount, cents = place_counters.cents + excluded.cents; insert into requester_counters (requester_id, dealer_group_id, status_id, amount, cents) select requester_id, dealer_group_id, status_id, sum(step * 1), sum(step * amount_cents)
    from (select old.dealer_group_id as dealer_group_id, old.dealership_id as dealership_id,
  old.department_id as department_id, old.requester_id as requester_id, old.status_id as status_id,
  old.amount_cents as amount_cents, old.created_at as created_at, old.cleared_at as cleared_at, -1 as step union all select new.dealer_group_id as dealer_group_id, new.dealership_id as dealership_id,
  new.department_id as department_id, new.requester_id as requester_id, new.status_id as status_id,
  new.amount_cents as amount_cents, new.created_at as created_at, new.cleared_at as cleared_at, 1 as step) as request group by 1, 2, 3 having sum(step * 1) <> 0 or sum(step * amount_cents) <> 0
    order by 1, 2, 3
    on conflict (requester_id, dealer_group_id, status_id) do update set amount = requester_counters.amount + excluded.amount, cents = requester_counters.cents + excluded.cents; insert into group_counters (dealer_group_id, status_id, amount, cents) select dealer_group_id, status_id, sum(step * 1), sum(step * amount_cents)
    from (select old.dealer_group_id as dealer_group_id, old.dealership_id as dealership_id,
  old.department_id as department_id, old.requester_id as requester_id, old.status_id as status_id,
  old.amount_cents as amount_cents, old.created_at as created_at, old.cleared_at as cleared_at, -1 as step union all select new.dealer_group_id as dealer_group_id, new.dealership_id as dealership_id,
  new.department_id as department_id, new.requester_id as requester_id, new.status_id as status_id,
  new.amount_cents as amount_cents, new.created_at as created_at, new.cleared_at as cleared_at, 1 as step) as request group by 1, 2 having sum(step * 1) <> 0 or sum(step * amount_cents) <> 0
    order by 1, 2
    on conflict (dealer_group_id, status_id) do update set amount = group_counters.amount + excluded.amount, cents = group_counters.cents + excluded.cents; end;

create trigger weeks_moved after update of cleared_at, dealer_group_id, dealership_id, department_id, requester_id, amount_cents on check_requests for each row when (old.cleared_at is distinct from new.cleared_at or old.dealer_group_id is distinct from new.dealer_group_id or old.dealership_id is distinct from new.dealership_id or old.department_id is distinct from new.department_id or old.requester_id is distinct from new.requester_id or old.amount_cents is distinct from new.amount_cents) begin insert into week_totals (dealer_group_id, scope, scope_id, week, requested, requested_cents, completed, completed_cents) select dealer_group_id, scope, scope_id, week, sum(step * requested), sum(step * requested * amount_cents), sum(step * completed), sum(step * completed * amount_cents)
    from (select event.*, scope, case scope when 'group' then dealer_group_id
        when 'dealership' then dealership_id when 'department' then department_id else requester_id end as scope_id
      from (select request.*, date(created_at, 'weekday 0', '-6 days') as week, 1 as requested, 0 as completed from (select old.dealer_group_id as dealer_group_id, old.dealership_id as dealership_id,
  old.department_id as department_id, old.requester_id as requester_id, old.status_id as status_id,
  old.amount_cents as amount_cents, old.created_at as created_at, old.cleared_at as cleared_at, -1 as step union all select new.dealer_group_id as dealer_group_id, new.dealership_id as dealership_id,
  new.department_id as department_id, new.requester_id as requester_id, new.status_id as status_id,
  new.amount_cents as amount_cents, new.created_at as created_at, new.cleared_at as cleared_at, 1 as step) as request
        union all select request.*, date(cleared_at, 'weekday 0', '-6 days'), 0, 1 from (select old.dealer_group_id as dealer_group_id, old.dealership_id as dealership_id,
  old.department_id as department_id, old.requester_id as requester_id, old.status_id as status_id,
  old.amount_cents as amount_cents, old.created_at as created_at, old.cleared_at as cleared_at, -1 as step union all select new.dealer_group_id as dealer_group_id, new.dealership_id as dealership_id,
  new.department_id as department_id, new.requester_id as requester_id, new.status_id as status_id,
  new.amount_cents as amount_cents, new.created_at as created_at, new.cleared_at as cleared_at, 1 as step) as request where cleared_at is not null
      ) as event
      cross join (select 'department' as scope union all select 'dealership' union all select 'group'
        union all select 'requester') as scopes) as total where scope_id is not null group by 1, 2, 3, 4 having sum(step * requested) <> 0 or sum(step * requested * amount_cents) <> 0 or sum(step * completed) <> 0 or sum(step * completed * amount_cents) <> 0
    order by 1, 2, 3, 4
    on conflict (dealer_group_id, scope, scope_id, week) do update set requested = week_totals.requested + excluded.requested, requested_cents = week_totals.requested_cents + excluded.requested_cents, completed = week_totals.completed + excluded.completed, completed_cents = week_totals.completed_cents + excluded.completed_cents; end;

create trigger step_times_added after insert on status_history for each row when (new.action = 'status' and new.status_id = 7) begin insert into step_times (check_request_id, dealer_group_id, dealership_id, department_id, requester_id,
    completed_at, times)
  select r.id, r.dealer_group_id, r.dealership_id, r.department_id, r.requester_id, r.cleared_at, json_group_array(json_array(step.status_id, time))
  from (select check_request_id, status_id,
      cast(round(unixepoch(lead(created_at) over (partition by check_request_id order by id), 'subsec') * 1000 - unixepoch(created_at, 'subsec') * 1000) as bigint) as time
    from status_history where check_request_id = new.check_request_id and action in ('created', 'status', 'resubmitted')) as step
  join check_requests r on r.id = step.check_request_id
  where time is not null and r.cleared_at is not null group by r.id; end;

create trigger check_request_fts_added after insert on check_request_search begin insert into check_request_fts (rowid, request_number, payee, requester, purpose, check_number, numbers) values (new.id, new.request_number, new.payee, new.requester, new.purpose, new.check_number, new.numbers); end;

create trigger check_request_fts_removed after delete on check_request_search begin insert into check_request_fts (check_request_fts, rowid, request_number, payee, requester, purpose, check_number, numbers) values ('delete', old.id, old.request_number, old.payee, old.requester, old.purpose, old.check_number, old.numbers); end;

create trigger check_request_fts_changed after update of request_number, payee, requester, purpose, check_number, numbers on check_request_search begin insert into check_request_fts (check_request_fts, rowid, request_number, payee, requester, purpose, check_number, numbers) values ('delete', old.id, old.request_number, old.payee, old.requester, old.purpose, old.check_number, old.numbers); insert into check_request_fts (rowid, request_number, payee, requester, purpose, check_number, numbers) values (new.id, new.request_number, new.payee, new.requester, new.purpose, new.check_number, new.numbers); end;

create trigger check_request_notes_fts_added after insert on check_request_notes begin insert into check_request_notes_fts (rowid, notes) values (new.id, new.notes); end;

create trigger check_request_notes_fts_removed after delete on check_request_notes begin insert into check_request_notes_fts (check_request_notes_fts, rowid, notes) values ('delete', old.id, old.notes); end;

create trigger check_request_notes_fts_changed after update of notes on check_request_notes begin insert into check_request_notes_fts (check_request_notes_fts, rowid, notes) values ('delete', old.id, old.notes); insert into check_request_notes_fts (rowid, notes) values (new.id, new.notes); end;

create trigger journal_events_kept before update on journal_events when old.export_id is not null
  begin select raise(abort, 'an exported event of the journal does not change'); end;

create trigger journal_events_stay before delete on journal_events when old.export_id is not null
  begin select raise(abort, 'an exported event of the journal does not change'); end;

create trigger check_requests_transition before update of status_id on check_requests
   when old.status_id <> new.status_id and not exists (select 1 from status_transitions where from_id = old.status_id and to_id = new.status_id) and not (old.status_id between 4 and 7 and new.status_id in (3, 8)
  and old.bank_account_id is not null and new.bank_account_id is null)
   begin select raise(abort, 'illegal status transition'); end;

create trigger check_totals_added after insert on checks for each row  begin insert into check_totals (dealer_group_id, bank_account_id, has_request, dealership_id, department_id, kind, state, amount, cents) select dealer_group_id, bank_account_id, case when check_request_id is null then 0 else 1 end, coalesce(dealership_id, 0), coalesce(department_id, 0), kind, state, sum(step * 1), sum(step * amount_cents)
    from (select new.dealer_group_id as dealer_group_id, new.bank_account_id as bank_account_id, new.check_request_id as check_request_id, new.dealership_id as dealership_id, new.department_id as department_id, new.kind as kind, new.state as state, new.check_date as check_date, new.amount_cents as amount_cents, new.issued_on as issued_on, new.bank_paid_on as bank_paid_on, new.cleared_on as cleared_on, new.ended_on as ended_on, 1 as step) as one group by 1, 2, 3, 4, 5, 6, 7 having sum(step * 1) <> 0 or sum(step * amount_cents) <> 0
    order by 1, 2, 3, 4, 5, 6, 7
    on conflict (dealer_group_id, bank_account_id, has_request, dealership_id, department_id, kind, state) do update set amount = check_totals.amount + excluded.amount, cents = check_totals.cents + excluded.cents;
insert into check_day_totals (dealer_group_id, bank_account_id, basis, day, kind, state, amount, cents) select dealer_group_id, bank_account_id, basis, day, kind, state, sum(step * 1), sum(step * amount_cents)
    from (select dealer_group_id, bank_account_id, 'dated' as basis, check_date as day, kind, state as state,
    amount_cents, step as step from (select new.dealer_group_id as dealer_group_id, new.bank_account_id as bank_account_id, new.check_request_id as check_request_id, new.dealership_id as dealership_id, new.department_id as department_id, new.kind as kind, new.state as state, new.check_date as check_date, new.amount_cents as amount_cents, new.issued_on as issued_on, new.bank_paid_on as bank_paid_on, new.cleared_on as cleared_on, new.ended_on as ended_on, 1 as step) as one where check_date is not null union all select dealer_group_id, bank_account_id, 'register' as basis, coalesce(cleared_on, bank_paid_on) as day, kind, 'cleared' as state,
    amount_cents, step as step from (select new.dealer_group_id as dealer_group_id, new.bank_account_id as bank_account_id, new.check_request_id as check_request_id, new.dealership_id as dealership_id, new.department_id as department_id, new.kind as kind, new.state as state, new.check_date as check_date, new.amount_cents as amount_cents, new.issued_on as issued_on, new.bank_paid_on as bank_paid_on, new.cleared_on as cleared_on, new.ended_on as ended_on, 1 as step) as one where coalesce(cleared_on, bank_paid_on) is not null union all select dealer_group_id, bank_account_id, 'register' as basis, ended_on as day, kind, state as state,
    amount_cents, step as step from (select new.dealer_group_id as dealer_group_id, new.bank_account_id as bank_account_id, new.check_request_id as check_request_id, new.dealership_id as dealership_id, new.department_id as department_id, new.kind as kind, new.state as state, new.check_date as check_date, new.amount_cents as amount_cents, new.issued_on as issued_on, new.bank_paid_on as bank_paid_on, new.cleared_on as cleared_on, new.ended_on as ended_on, 1 as step) as one where ended_on is not null union all select dealer_group_id, bank_account_id, 'register' as basis, issued_on as day, kind, 'issued' as state,
    amount_cents, step as step from (select new.dealer_group_id as dealer_group_id, new.bank_account_id as bank_account_id, new.check_request_id as check_request_id, new.dealership_id as dealership_id, new.department_id as department_id, new.kind as kind, new.state as state, new.check_date as check_date, new.amount_cents as amount_cents, new.issued_on as issued_on, new.bank_paid_on as bank_paid_on, new.cleared_on as cleared_on, new.ended_on as ended_on, 1 as step) as one where issued_on is not null union all select dealer_group_id, bank_account_id, 'register' as basis, case when issued_on > coalesce(coalesce(cleared_on, bank_paid_on), ended_on) then issued_on when issued_on is not null then coalesce(coalesce(cleared_on, bank_paid_on), ended_on) end as day, kind, 'issued' as state,
    amount_cents, -step as step from (select new.dealer_group_id as dealer_group_id, new.bank_account_id as bank_account_id, new.check_request_id as check_request_id, new.dealership_id as dealership_id, new.department_id as department_id, new.kind as kind, new.state as state, new.check_date as check_date, new.amount_cents as amount_cents, new.issued_on as issued_on, new.bank_paid_on as bank_paid_on, new.cleared_on as cleared_on, new.ended_on as ended_on, 1 as step) as one where case when issued_on > coalesce(coalesce(cleared_on, bank_paid_on), ended_on) then issued_on when issued_on is not null then coalesce(coalesce(cleared_on, bank_paid_on), ended_on) end is not null union all select dealer_group_id, bank_account_id, 'bank' as basis, bank_paid_on as day, kind, 'cleared' as state,
    amount_cents, step as step from (select new.dealer_group_id as dealer_group_id, new.bank_account_id as bank_account_id, new.check_request_id as check_request_id, new.dealership_id as dealership_id, new.department_id as department_id, new.kind as kind, new.state as state, new.check_date as check_date, new.amount_cents as amount_cents, new.issued_on as issued_on, new.bank_paid_on as bank_paid_on, new.cleared_on as cleared_on, new.ended_on as ended_on, 1 as step) as one where bank_paid_on is not null union all select dealer_group_id, bank_account_id, 'bank' as basis, case when issued_on > ended_on then issued_on when issued_on is not null then ended_on end as day, kind, state as state,
    amount_cents, step as step from (select new.dealer_group_id as dealer_group_id, new.bank_account_id as bank_account_id, new.check_request_id as check_request_id, new.dealership_id as dealership_id, new.department_id as department_id, new.kind as kind, new.state as state, new.check_date as check_date, new.amount_cents as amount_cents, new.issued_on as issued_on, new.bank_paid_on as bank_paid_on, new.cleared_on as cleared_on, new.ended_on as ended_on, 1 as step) as one where case when issued_on > ended_on then issued_on when issued_on is not null then ended_on end is not null union all select dealer_group_id, bank_account_id, 'bank' as basis, issued_on as day, kind, 'issued' as state,
    amount_cents, step as step from (select new.dealer_group_id as dealer_group_id, new.bank_account_id as bank_account_id, new.check_request_id as check_request_id, new.dealership_id as dealership_id, new.department_id as department_id, new.kind as kind, new.state as state, new.check_date as check_date, new.amount_cents as amount_cents, new.issued_on as issued_on, new.bank_paid_on as bank_paid_on, new.cleared_on as cleared_on, new.ended_on as ended_on, 1 as step) as one where issued_on is not null union all select dealer_group_id, bank_account_id, 'bank' as basis, case when issued_on > coalesce(bank_paid_on, ended_on) then issued_on when issued_on is not null then coalesce(bank_paid_on, ended_on) end as day, kind, 'issued' as state,
    amount_cents, -step as step from (select new.dealer_group_id as dealer_group_id, new.bank_account_id as bank_account_id, new.check_request_id as check_request_id, new.dealership_id as dealership_id, new.department_id as department_id, new.kind as kind, new.state as state, new.check_date as check_date, new.amount_cents as amount_cents, new.issued_on as issued_on, new.bank_paid_on as bank_paid_on, new.cleared_on as cleared_on, new.ended_on as ended_on, 1 as step) as one where case when issued_on > coalesce(bank_paid_on, ended_on) then issued_on when issued_on is not null then coalesce(bank_paid_on, ended_on) end is not null) as event group by 1, 2, 3, 4, 5, 6 having sum(step * 1) <> 0 or sum(step * amount_cents) <> 0
    order by 1, 2, 3, 4, 5, 6
    on conflict (dealer_group_id, bank_account_id, basis, day, kind, state) do update set amount = check_day_totals.amount + excluded.amount, cents = check_day_totals.cents + excluded.cents;
insert into check_blocks (dealer_group_id, bank_account_id, block, amount, first_date, last_date, first_at)
      values (new.dealer_group_id, new.bank_account_id, new.number / 1000, 1, new.check_date, new.check_date, new.created_at)
      on conflict (dealer_group_id, bank_account_id, block) do update set amount = check_blocks.amount + 1,
        first_date = min(check_blocks.first_date, excluded.first_date),
        last_date = max(check_blocks.last_date, excluded.last_date),
        first_at = min(check_blocks.first_at, excluded.first_at);
insert into untold_checks select dealer_group_id, bank_account_id, number, id, kind, amount_cents from (
      select c.dealer_group_id, c.bank_account_id, c.number, c.id, c.amount_cents, case
        when c.state in ('signed', 'issued', 'cleared') and not exists (select 1 from positive_pay_rows told
  join positive_pay_files file on file.dealer_group_id = told.dealer_group_id and file.id = told.positive_pay_file_id
  where told.dealer_group_id = c.dealer_group_id and told.check_id = c.id and told.kind = 'issue'
    and (file.answer is null or file.answer <> 'refused')) then 'issue'
        when c.state in ('voided', 'stopped') and exists (select 1 from positive_pay_rows told
  join positive_pay_files file on file.dealer_group_id = told.dealer_group_id and file.id = told.positive_pay_file_id
  where told.dealer_group_id = c.dealer_group_id and told.check_id = c.id and told.kind = 'issue'
    and (file.answer is null or file.answer <> 'refused')) and not exists (select 1 from positive_pay_rows told
  join positive_pay_files file on file.dealer_group_id = told.dealer_group_id and file.id = told.positive_pay_file_id
  where told.dealer_group_id = c.dealer_group_id and told.check_id = c.id and told.kind = 'void'
    and (file.answer is null or file.answer <> 'refused')) then 'void' end as kind
      from checks c where c.dealer_group_id = new.dealer_group_id and c.id = new.id) as one
    where kind is not null; end;

create trigger check_totals_moved after update of dealer_group_id, bank_account_id, check_request_id, dealership_id, department_id, kind, state, check_date, amount_cents, issued_on, bank_paid_on, cleared_on, ended_on on checks for each row when (old.dealer_group_id is distinct from new.dealer_group_id or old.bank_account_id is distinct from new.bank_account_id or old.check_request_id is distinct from new.check_request_id or old.dealership_id is distinct from new.dealership_id or old.department_id is distinct from new.department_id or old.kind is distinct from new.kind or old.state is distinct from new.state or old.check_date is distinct from new.check_date or old.amount_cents is distinct from new.amount_cents or old.issued_on is distinct from new.issued_on or old.bank_paid_on is distinct from new.bank_paid_on or old.cleared_on is distinct from new.cleared_on or old.ended_on is distinct from new.ended_on) begin insert into check_totals (dealer_group_id, bank_account_id, has_request, dealership_id, department_id, kind, state, amount, cents) select dealer_group_id, bank_account_id, case when check_request_id is null then 0 else 1 end, coalesce(dealership_id, 0), coalesce(department_id, 0), kind, state, sum(step * 1), sum(step * amount_cents)
    from (select old.dealer_group_id as dealer_group_id, old.bank_account_id as bank_account_id, old.check_request_id as check_request_id, old.dealership_id as dealership_id, old.department_id as department_id, old.kind as kind, old.state as state, old.check_date as check_date, old.amount_cents as amount_cents, old.issued_on as issued_on, old.bank_paid_on as bank_paid_on, old.cleared_on as cleared_on, old.ended_on as ended_on, -1 as step union all select new.dealer_group_id as dealer_group_id, new.bank_account_id as bank_account_id, new.check_request_id as check_request_id, new.dealership_id as dealership_id, new.department_id as department_id, new.kind as kind, new.state as state, new.check_date as check_date, new.amount_cents as amount_cents, new.issued_on as issued_on, new.bank_paid_on as bank_paid_on, new.cleared_on as cleared_on, new.ended_on as ended_on, 1 as step) as one group by 1, 2, 3, 4, 5, 6, 7 having sum(step * 1) <> 0 or sum(step * amount_cents) <> 0
    order by 1, 2, 3, 4, 5, 6, 7
    on conflict (dealer_group_id, bank_account_id, has_request, dealership_id, department_id, kind, state) do update set amount = check_totals.amount + excluded.amount, cents = check_totals.cents + excluded.cents;
insert into check_day_totals (dealer_group_id, bank_account_id, basis, day, kind, state, amount, cents) select dealer_group_id, bank_account_id, basis, day, kind, state, sum(step * 1), sum(step * amount_cents)
    from (select dealer_group_id, bank_account_id, 'dated' as basis, check_date as day, kind, state as state,
    amount_cents, step as step from (select old.dealer_group_id as dealer_group_id, old.bank_account_id as bank_account_id, old.check_request_id as check_request_id, old.dealership_id as dealership_id, old.department_id as department_id, old.kind as kind, old.state as state, old.check_date as check_date, old.amount_cents as amount_cents, old.issued_on as issued_on, old.bank_paid_on as bank_paid_on, old.cleared_on as cleared_on, old.ended_on as ended_on, -1 as step union all select new.dealer_group_id as dealer_group_id, new.bank_account_id as bank_account_id, new.check_request_id as check_request_id, new.dealership_id as dealership_id, new.department_id as department_id, new.kind as kind, new.state as state, new.check_date as check_date, new.amount_cents as amount_cents, new.issued_on as issued_on, new.bank_paid_on as bank_paid_on, new.cleared_on as cleared_on, new.ended_on as ended_on, 1 as step) as one where check_date is not null union all select dealer_group_id, bank_account_id, 'register' as basis, coalesce(cleared_on, bank_paid_on) as day, kind, 'cleared' as state,
    amount_cents, step as step from (select old.dealer_group_id as dealer_group_id, old.bank_account_id as bank_account_id, old.check_request_id as check_request_id, old.dealership_id as dealership_id, old.department_id as department_id, old.kind as kind, old.state as state, old.check_date as check_date, old.amount_cents as amount_cents, old.issued_on as issued_on, old.bank_paid_on as bank_paid_on, old.cleared_on as cleared_on, old.ended_on as ended_on, -1 as step union all select new.dealer_group_id as dealer_group_id, new.bank_account_id as bank_account_id, new.check_request_id as check_request_id, new.dealership_id as dealership_id, new.department_id as department_id, new.kind as kind, new.state as state, new.check_date as check_date, new.amount_cents as amount_cents, new.issued_on as issued_on, new.bank_paid_on as bank_paid_on, new.cleared_on as cleared_on, new.ended_on as ended_on, 1 as step) as one where coalesce(cleared_on, bank_paid_on) is not null union all select dealer_group_id, bank_account_id, 'register' as basis, ended_on as day, kind, state as state,
    amount_cents, step as step from (select old.dealer_group_id as dealer_group_id, old.bank_account_id as bank_account_id, old.check_request_id as check_request_id, old.dealership_id as dealership_id, old.department_id as department_id, old.kind as kind, old.state as state, old.check_date as check_date, old.amount_cents as amount_cents, old.issued_on as issued_on, old.bank_paid_on as bank_paid_on, old.cleared_on as cleared_on, old.ended_on as ended_on, -1 as step union all select new.dealer_group_id as dealer_group_id, new.bank_account_id as bank_account_id, new.check_request_id as check_request_id, new.dealership_id as dealership_id, new.department_id as department_id, new.kind as kind, new.state as state, new.check_date as check_date, new.amount_cents as amount_cents, new.issued_on as issued_on, new.bank_paid_on as bank_paid_on, new.cleared_on as cleared_on, new.ended_on as ended_on, 1 as step) as one where ended_on is not null union all select dealer_group_id, bank_account_id, 'register' as basis, issued_on as day, kind, 'issued' as state,
    amount_cents, step as step from (select old.dealer_group_id as dealer_group_id, old.bank_account_id as bank_account_id, old.check_request_id as check_request_id, old.dealership_id as dealership_id, old.department_id as department_id, old.kind as kind, old.state as state, old.check_date as check_date, old.amount_cents as amount_cents, old.issued_on as issued_on, old.bank_paid_on as bank_paid_on, old.cleared_on as cleared_on, old.ended_on as ended_on, -1 as step union all select new.dealer_group_id as dealer_group_id, new.bank_account_id as bank_account_id, new.check_request_id as check_request_id, new.dealership_id as dealership_id, new.department_id as department_id, new.kind as kind, new.state as state, new.check_date as check_date, new.amount_cents as amount_cents, new.issued_on as issued_on, new.bank_paid_on as bank_paid_on, new.cleared_on as cleared_on, new.ended_on as ended_on, 1 as step) as one where issued_on is not null union all select dealer_group_id, bank_account_id, 'register' as basis, case when issued_on > coalesce(coalesce(cleared_on, bank_paid_on), ended_on) then issued_on when issued_on is not null then coalesce(coalesce(cleared_on, bank_paid_on), ended_on) end as day, kind, 'issued' as state,
    amount_cents, -step as step from (select old.dealer_group_id as dealer_group_id, old.bank_account_id as bank_account_id, old.check_request_id as check_request_id, old.dealership_id as dealership_id, old.department_id as department_id, old.kind as kind, old.state as state, old.check_date as check_date, old.amount_cents as amount_cents, old.issued_on as issued_on, old.bank_paid_on as bank_paid_on, old.cleared_on as cleared_on, old.ended_on as ended_on, -1 as step union all select new.dealer_group_id as dealer_group_id, new.bank_account_id as bank_account_id, new.check_request_id as check_request_id, new.dealership_id as dealership_id, new.department_id as department_id, new.kind as kind, new.state as state, new.check_date as check_date, new.amount_cents as amount_cents, new.issued_on as issued_on, new.bank_paid_on as bank_paid_on, new.cleared_on as cleared_on, new.ended_on as ended_on, 1 as step) as one where case when issued_on > coalesce(coalesce(cleared_on, bank_paid_on), ended_on) then issued_on when issued_on is not null then coalesce(coalesce(cleared_on, bank_paid_on), ended_on) end is not null union all select dealer_group_id, bank_account_id, 'bank' as basis, bank_paid_on as day, kind, 'cleared' as state,
    amount_cents, step as step from (select old.dealer_group_id as dealer_group_id, old.bank_account_id as bank_account_id, old.check_request_id as check_request_id, old.dealership_id as dealership_id, old.department_id as department_id, old.kind as kind, old.state as state, old.check_date as check_date, old.amount_cents as amount_cents, old.issued_on as issued_on, old.bank_paid_on as bank_paid_on, old.cleared_on as cleared_on, old.ended_on as ended_on, -1 as step union all select new.dealer_group_id as dealer_group_id, new.bank_account_id as bank_account_id, new.check_request_id as check_request_id, new.dealership_id as dealership_id, new.department_id as department_id, new.kind as kind, new.state as state, new.check_date as check_date, new.amount_cents as amount_cents, new.issued_on as issued_on, new.bank_paid_on as bank_paid_on, new.cleared_on as cleared_on, new.ended_on as ended_on, 1 as step) as one where bank_paid_on is not null union all select dealer_group_id, bank_account_id, 'bank' as basis, case when issued_on > ended_on then issued_on when issued_on is not null then ended_on end as day, kind, state as state,
    amount_cents, step as step from (select old.dealer_group_id as dealer_group_id, old.bank_account_id as bank_account_id, old.check_request_id as check_request_id, old.dealership_id as dealership_id, old.department_id as department_id, old.kind as kind, old.state as state, old.check_date as check_date, old.amount_cents as amount_cents, old.issued_on as issued_on, old.bank_paid_on as bank_paid_on, old.cleared_on as cleared_on, old.ended_on as ended_on, -1 as step union all select new.dealer_group_id as dealer_group_id, new.bank_account_id as bank_account_id, new.check_request_id as check_request_id, new.dealership_id as dealership_id, new.department_id as department_id, new.kind as kind, new.state as state, new.check_date as check_date, new.amount_cents as amount_cents, new.issued_on as issued_on, new.bank_paid_on as bank_paid_on, new.cleared_on as cleared_on, new.ended_on as ended_on, 1 as step) as one where case when issued_on > ended_on then issued_on when issued_on is not null then ended_on end is not null union all select dealer_group_id, bank_account_id, 'bank' as basis, issued_on as day, kind, 'issued' as state,
    amount_cents, step as step from (select old.dealer_group_id as dealer_group_id, old.bank_account_id as bank_account_id, old.check_request_id as check_request_id, old.dealership_id as dealership_id, old.department_id as department_id, old.kind as kind, old.state as state, old.check_date as check_date, old.amount_cents as amount_cents, old.issued_on as issued_on, old.bank_paid_on as bank_paid_on, old.cleared_on as cleared_on, old.ended_on as ended_on, -1 as step union all select new.dealer_group_id as dealer_group_id, new.bank_account_id as bank_account_id, new.check_request_id as check_request_id, new.dealership_id as dealership_id, new.department_id as department_id, new.kind as kind, new.state as state, new.check_date as check_date, new.amount_cents as amount_cents, new.issued_on as issued_on, new.bank_paid_on as bank_paid_on, new.cleared_on as cleared_on, new.ended_on as ended_on, 1 as step) as one where issued_on is not null union all select dealer_group_id, bank_account_id, 'bank' as basis, case when issued_on > coalesce(bank_paid_on, ended_on) then issued_on when issued_on is not null then coalesce(bank_paid_on, ended_on) end as day, kind, 'issued' as state,
    amount_cents, -step as step from (select old.dealer_group_id as dealer_group_id, old.bank_account_id as bank_account_id, old.check_request_id as check_request_id, old.dealership_id as dealership_id, old.department_id as department_id, old.kind as kind, old.state as state, old.check_date as check_date, old.amount_cents as amount_cents, old.issued_on as issued_on, old.bank_paid_on as bank_paid_on, old.cleared_on as cleared_on, old.ended_on as ended_on, -1 as step union all select new.dealer_group_id as dealer_group_id, new.bank_account_id as bank_account_id, new.check_request_id as check_request_id, new.dealership_id as dealership_id, new.department_id as department_id, new.kind as kind, new.state as state, new.check_date as check_date, new.amount_cents as amount_cents, new.issued_on as issued_on, new.bank_paid_on as bank_paid_on, new.cleared_on as cleared_on, new.ended_on as ended_on, 1 as step) as one where case when issued_on > coalesce(bank_paid_on, ended_on) then issued_on when issued_on is not null then coalesce(bank_paid_on, ended_on) end is not null) as event group by 1, 2, 3, 4, 5, 6 having sum(step * 1) <> 0 or sum(step * amount_cents) <> 0
    order by 1, 2, 3, 4, 5, 6
    on conflict (dealer_group_id, bank_account_id, basis, day, kind, state) do update set amount = check_day_totals.amount + excluded.amount, cents = check_day_totals.cents + excluded.cents;
delete from check_totals where dealer_group_id = old.dealer_group_id and bank_account_id = old.bank_account_id and has_request in (0, 1)
      and dealership_id = coalesce(old.dealership_id, 0) and department_id = coalesce(old.department_id, 0)
      and kind = old.kind and state = old.state and amount = 0 and cents = 0;
delete from check_day_totals where dealer_group_id = old.dealer_group_id and bank_account_id = old.bank_account_id and basis in ('dated', 'register', 'bank')
      and day in (old.check_date, old.issued_on, old.bank_paid_on, old.cleared_on, old.ended_on) and amount = 0 and cents = 0;
delete from check_totals where dealer_group_id = new.dealer_group_id and bank_account_id = new.bank_account_id and has_request in (0, 1)
      and dealership_id = coalesce(new.dealership_id, 0) and department_id = coalesce(new.department_id, 0)
      and kind = new.kind and state = new.state and amount = 0 and cents = 0;
delete from check_day_totals where dealer_group_id = new.dealer_group_id and bank_account_id = new.bank_account_id and basis in ('dated', 'register', 'bank')
      and day in (new.check_date, new.issued_on, new.bank_paid_on, new.cleared_on, new.ended_on) and amount = 0 and cents = 0; end;

create trigger check_totals_removed after delete on checks for each row  begin insert into check_totals (dealer_group_id, bank_account_id, has_request, dealership_id, department_id, kind, state, amount, cents) select dealer_group_id, bank_account_id, case when check_request_id is null then 0 else 1 end, coalesce(dealership_id, 0), coalesce(department_id, 0), kind, state, sum(step * 1), sum(step * amount_cents)
    from (select old.dealer_group_id as dealer_group_id, old.bank_account_id as bank_account_id, old.check_request_id as check_request_id, old.dealership_id as dealership_id, old.department_id as department_id, old.kind as kind, old.state as state, old.check_date as check_date, old.amount_cents as amount_cents, old.issued_on as issued_on, old.bank_paid_on as bank_paid_on, old.cleared_on as cleared_on, old.ended_on as ended_on, -1 as step) as one group by 1, 2, 3, 4, 5, 6, 7 having sum(step * 1) <> 0 or sum(step * amount_cents) <> 0
    order by 1, 2, 3, 4, 5, 6, 7
    on conflict (dealer_group_id, bank_account_id, has_request, dealership_id, department_id, kind, state) do update set amount = check_totals.amount + excluded.amount, cents = check_totals.cents + excluded.cents;
insert into check_day_totals (dealer_group_id, bank_account_id, basis, day, kind, state, amount, cents) select dealer_group_id, bank_account_id, basis, day, kind, state, sum(step * 1), sum(step * amount_cents)
    from (select dealer_group_id, bank_account_id, 'dated' as basis, check_date as day, kind, state as state,
    amount_cents, step as step from (select old.dealer_group_id as dealer_group_id, old.bank_account_id as bank_account_id, old.check_request_id as check_request_id, old.dealership_id as dealership_id, old.department_id as department_id, old.kind as kind, old.state as state, old.check_date as check_date, old.amount_cents as amount_cents, old.issued_on as issued_on, old.bank_paid_on as bank_paid_on, old.cleared_on as cleared_on, old.ended_on as ended_on, -1 as step) as one where check_date is not null union all select dealer_group_id, bank_account_id, 'register' as basis, coalesce(cleared_on, bank_paid_on) as day, kind, 'cleared' as state,
    amount_cents, step as step from (select old.dealer_group_id as dealer_group_id, old.bank_account_id as bank_account_id, old.check_request_id as check_request_id, old.dealership_id as dealership_id, old.department_id as department_id, old.kind as kind, old.state as state, old.check_date as check_date, old.amount_cents as amount_cents, old.issued_on as issued_on, old.bank_paid_on as bank_paid_on, old.cleared_on as cleared_on, old.ended_on as ended_on, -1 as step) as one where coalesce(cleared_on, bank_paid_on) is not null union all select dealer_group_id, bank_account_id, 'register' as basis, ended_on as day, kind, state as state,
    amount_cents, step as step from (select old.dealer_group_id as dealer_group_id, old.bank_account_id as bank_account_id, old.check_request_id as check_request_id, old.dealership_id as dealership_id, old.department_id as department_id, old.kind as kind, old.state as state, old.check_date as check_date, old.amount_cents as amount_cents, old.issued_on as issued_on, old.bank_paid_on as bank_paid_on, old.cleared_on as cleared_on, old.ended_on as ended_on, -1 as step) as one where ended_on is not null union all select dealer_group_id, bank_account_id, 'register' as basis, issued_on as day, kind, 'issued' as state,
    amount_cents, step as step from (select old.dealer_group_id as dealer_group_id, old.bank_account_id as bank_account_id, old.check_request_id as check_request_id, old.dealership_id as dealership_id, old.department_id as department_id, old.kind as kind, old.state as state, old.check_date as check_date, old.amount_cents as amount_cents, old.issued_on as issued_on, old.bank_paid_on as bank_paid_on, old.cleared_on as cleared_on, old.ended_on as ended_on, -1 as step) as one where issued_on is not null union all select dealer_group_id, bank_account_id, 'register' as basis, case when issued_on > coalesce(coalesce(cleared_on, bank_paid_on), ended_on) then issued_on when issued_on is not null then coalesce(coalesce(cleared_on, bank_paid_on), ended_on) end as day, kind, 'issued' as state,
    amount_cents, -step as step from (select old.dealer_group_id as dealer_group_id, old.bank_account_id as bank_account_id, old.check_request_id as check_request_id, old.dealership_id as dealership_id, old.department_id as department_id, old.kind as kind, old.state as state, old.check_date as check_date, old.amount_cents as amount_cents, old.issued_on as issued_on, old.bank_paid_on as bank_paid_on, old.cleared_on as cleared_on, old.ended_on as ended_on, -1 as step) as one where case when issued_on > coalesce(coalesce(cleared_on, bank_paid_on), ended_on) then issued_on when issued_on is not null then coalesce(coalesce(cleared_on, bank_paid_on), ended_on) end is not null union all select dealer_group_id, bank_account_id, 'bank' as basis, bank_paid_on as day, kind, 'cleared' as state,
    amount_cents, step as step from (select old.dealer_group_id as dealer_group_id, old.bank_account_id as bank_account_id, old.check_request_id as check_request_id, old.dealership_id as dealership_id, old.department_id as department_id, old.kind as kind, old.state as state, old.check_date as check_date, old.amount_cents as amount_cents, old.issued_on as issued_on, old.bank_paid_on as bank_paid_on, old.cleared_on as cleared_on, old.ended_on as ended_on, -1 as step) as one where bank_paid_on is not null union all select dealer_group_id, bank_account_id, 'bank' as basis, case when issued_on > ended_on then issued_on when issued_on is not null then ended_on end as day, kind, state as state,
    amount_cents, step as step from (select old.dealer_group_id as dealer_group_id, old.bank_account_id as bank_account_id, old.check_request_id as check_request_id, old.dealership_id as dealership_id, old.department_id as department_id, old.kind as kind, old.state as state, old.check_date as check_date, old.amount_cents as amount_cents, old.issued_on as issued_on, old.bank_paid_on as bank_paid_on, old.cleared_on as cleared_on, old.ended_on as ended_on, -1 as step) as one where case when issued_on > ended_on then issued_on when issued_on is not null then ended_on end is not null union all select dealer_group_id, bank_account_id, 'bank' as basis, issued_on as day, kind, 'issued' as state,
    amount_cents, step as step from (select old.dealer_group_id as dealer_group_id, old.bank_account_id as bank_account_id, old.check_request_id as check_request_id, old.dealership_id as dealership_id, old.department_id as department_id, old.kind as kind, old.state as state, old.check_date as check_date, old.amount_cents as amount_cents, old.issued_on as issued_on, old.bank_paid_on as bank_paid_on, old.cleared_on as cleared_on, old.ended_on as ended_on, -1 as step) as one where issued_on is not null union all select dealer_group_id, bank_account_id, 'bank' as basis, case when issued_on > coalesce(bank_paid_on, ended_on) then issued_on when issued_on is not null then coalesce(bank_paid_on, ended_on) end as day, kind, 'issued' as state,
    amount_cents, -step as step from (select old.dealer_group_id as dealer_group_id, old.bank_account_id as bank_account_id, old.check_request_id as check_request_id, old.dealership_id as dealership_id, old.department_id as department_id, old.kind as kind, old.state as state, old.check_date as check_date, old.amount_cents as amount_cents, old.issued_on as issued_on, old.bank_paid_on as bank_paid_on, old.cleared_on as cleared_on, old.ended_on as ended_on, -1 as step) as one where case when issued_on > coalesce(bank_paid_on, ended_on) then issued_on when issued_on is not null then coalesce(bank_paid_on, ended_on) end is not null) as event group by 1, 2, 3, 4, 5, 6 having sum(step * 1) <> 0 or sum(step * amount_cents) <> 0
    order by 1, 2, 3, 4, 5, 6
    on conflict (dealer_group_id, bank_account_id, basis, day, kind, state) do update set amount = check_day_totals.amount + excluded.amount, cents = check_day_totals.cents + excluded.cents;
delete from check_totals where dealer_group_id = old.dealer_group_id and bank_account_id = old.bank_account_id and has_request in (0, 1)
      and dealership_id = coalesce(old.dealership_id, 0) and department_id = coalesce(old.department_id, 0)
      and kind = old.kind and state = old.state and amount = 0 and cents = 0;
delete from check_day_totals where dealer_group_id = old.dealer_group_id and bank_account_id = old.bank_account_id and basis in ('dated', 'register', 'bank')
      and day in (old.check_date, old.issued_on, old.bank_paid_on, old.cleared_on, old.ended_on) and amount = 0 and cents = 0;
delete from check_blocks where dealer_group_id = old.dealer_group_id and bank_account_id = old.bank_account_id and block = old.number / 1000 and amount = 1;
update check_blocks set amount = amount - 1, first_date = (select min(c.check_date) from checks c where c.dealer_group_id = old.dealer_group_id and c.bank_account_id = old.bank_account_id
    and c.number between (old.number / 1000) * 1000 and (old.number / 1000) * 1000 + 999),
    last_date = (select max(c.check_date) from checks c where c.dealer_group_id = old.dealer_group_id and c.bank_account_id = old.bank_account_id
    and c.number between (old.number / 1000) * 1000 and (old.number / 1000) * 1000 + 999), first_at = (select min(c.created_at) from checks c where c.dealer_group_id = old.dealer_group_id and c.bank_account_id = old.bank_account_id
    and c.number between (old.number / 1000) * 1000 and (old.number / 1000) * 1000 + 999) where dealer_group_id = old.dealer_group_id and bank_account_id = old.bank_account_id and block = old.number / 1000;
delete from untold_checks where dealer_group_id = old.dealer_group_id and check_id = old.id; end;

create trigger check_blocks_dated after update of check_date, created_at on checks for each row when (old.check_date <> new.check_date or old.created_at <> new.created_at) begin update check_blocks set first_date = (select min(c.check_date) from checks c where c.dealer_group_id = new.dealer_group_id and c.bank_account_id = new.bank_account_id
    and c.number between (new.number / 1000) * 1000 and (new.number / 1000) * 1000 + 999),
    last_date = (select max(c.check_date) from checks c where c.dealer_group_id = new.dealer_group_id and c.bank_account_id = new.bank_account_id
    and c.number between (new.number / 1000) * 1000 and (new.number / 1000) * 1000 + 999), first_at = (select min(c.created_at) from checks c where c.dealer_group_id = new.dealer_group_id and c.bank_account_id = new.bank_account_id
    and c.number between (new.number / 1000) * 1000 and (new.number / 1000) * 1000 + 999) where dealer_group_id = new.dealer_group_id and bank_account_id = new.bank_account_id and block = new.number / 1000 and (first_date = old.check_date
        or last_date = old.check_date or first_at = old.created_at);
update check_blocks set first_date = min(first_date, new.check_date),
        last_date = max(last_date, new.check_date), first_at = min(first_at, new.created_at)
        where dealer_group_id = new.dealer_group_id and bank_account_id = new.bank_account_id and block = new.number / 1000; end;

create trigger check_blocks_moved after update of number, bank_account_id, dealer_group_id on checks for each row when (old.number <> new.number or old.bank_account_id <> new.bank_account_id or old.dealer_group_id <> new.dealer_group_id) begin delete from check_blocks where dealer_group_id = old.dealer_group_id and bank_account_id = old.bank_account_id and block = old.number / 1000 and amount = 1;
update check_blocks set amount = amount - 1, first_date = (select min(c.check_date) from checks c where c.dealer_group_id = old.dealer_group_id and c.bank_account_id = old.bank_account_id
    and c.number between (old.number / 1000) * 1000 and (old.number / 1000) * 1000 + 999),
    last_date = (select max(c.check_date) from checks c where c.dealer_group_id = old.dealer_group_id and c.bank_account_id = old.bank_account_id
    and c.number between (old.number / 1000) * 1000 and (old.number / 1000) * 1000 + 999), first_at = (select min(c.created_at) from checks c where c.dealer_group_id = old.dealer_group_id and c.bank_account_id = old.bank_account_id
    and c.number between (old.number / 1000) * 1000 and (old.number / 1000) * 1000 + 999) where dealer_group_id = old.dealer_group_id and bank_account_id = old.bank_account_id and block = old.number / 1000;
insert into check_blocks (dealer_group_id, bank_account_id, block, amount, first_date, last_date, first_at)
      values (new.dealer_group_id, new.bank_account_id, new.number / 1000, 1, new.check_date, new.check_date, new.created_at)
      on conflict (dealer_group_id, bank_account_id, block) do update set amount = check_blocks.amount + 1,
        first_date = min(check_blocks.first_date, excluded.first_date),
        last_date = max(check_blocks.last_date, excluded.last_date),
        first_at = min(check_blocks.first_at, excluded.first_at); end;

create trigger untold_checks_moved after update of state, number, bank_account_id, amount_cents on checks for each row when (old.state <> new.state or old.number <> new.number or old.bank_account_id <> new.bank_account_id or old.amount_cents <> new.amount_cents) begin delete from untold_checks where dealer_group_id = new.dealer_group_id and check_id = new.id;
insert into untold_checks select dealer_group_id, bank_account_id, number, id, kind, amount_cents from (
      select c.dealer_group_id, c.bank_account_id, c.number, c.id, c.amount_cents, case
        when c.state in ('signed', 'issued', 'cleared') and not exists (select 1 from positive_pay_rows told
  join positive_pay_files file on file.dealer_group_id = told.dealer_group_id and file.id = told.positive_pay_file_id
  where told.dealer_group_id = c.dealer_group_id and told.check_id = c.id and told.kind = 'issue'
    and (file.answer is null or file.answer <> 'refused')) then 'issue'
        when c.state in ('voided', 'stopped') and exists (select 1 from positive_pay_rows told
  join positive_pay_files file on file.dealer_group_id = told.dealer_group_id and file.id = told.positive_pay_file_id
  where told.dealer_group_id = c.dealer_group_id and told.check_id = c.id and told.kind = 'issue'
    and (file.answer is null or file.answer <> 'refused')) and not exists (select 1 from positive_pay_rows told
  join positive_pay_files file on file.dealer_group_id = told.dealer_group_id and file.id = told.positive_pay_file_id
  where told.dealer_group_id = c.dealer_group_id and told.check_id = c.id and told.kind = 'void'
    and (file.answer is null or file.answer <> 'refused')) then 'void' end as kind
      from checks c where c.dealer_group_id = new.dealer_group_id and c.id = new.id) as one
    where kind is not null; end;

create trigger untold_checks_told after insert on positive_pay_rows for each row  begin delete from untold_checks where dealer_group_id = new.dealer_group_id and check_id = new.check_id;
insert into untold_checks select dealer_group_id, bank_account_id, number, id, kind, amount_cents from (
      select c.dealer_group_id, c.bank_account_id, c.number, c.id, c.amount_cents, case
        when c.state in ('signed', 'issued', 'cleared') and not exists (select 1 from positive_pay_rows told
  join positive_pay_files file on file.dealer_group_id = told.dealer_group_id and file.id = told.positive_pay_file_id
  where told.dealer_group_id = c.dealer_group_id and told.check_id = c.id and told.kind = 'issue'
    and (file.answer is null or file.answer <> 'refused')) then 'issue'
        when c.state in ('voided', 'stopped') and exists (select 1 from positive_pay_rows told
  join positive_pay_files file on file.dealer_group_id = told.dealer_group_id and file.id = told.positive_pay_file_id
  where told.dealer_group_id = c.dealer_group_id and told.check_id = c.id and told.kind = 'issue'
    and (file.answer is null or file.answer <> 'refused')) and not exists (select 1 from positive_pay_rows told
  join positive_pay_files file on file.dealer_group_id = told.dealer_group_id and file.id = told.positive_pay_file_id
  where told.dealer_group_id = c.dealer_group_id and told.check_id = c.id and told.kind = 'void'
    and (file.answer is null or file.answer <> 'refused')) then 'void' end as kind
      from checks c where c.dealer_group_id = new.dealer_group_id and c.id = new.check_id) as one
    where kind is not null; end;

create trigger untold_checks_answered after update of answer on positive_pay_files for each row when (old.answer is distinct from new.answer) begin delete from untold_checks where dealer_group_id = new.dealer_group_id and check_id in (select check_id from positive_pay_rows
        where dealer_group_id = new.dealer_group_id and positive_pay_file_id = new.id);
insert into untold_checks select dealer_group_id, bank_account_id, number, id, kind, amount_cents from (
      select c.dealer_group_id, c.bank_account_id, c.number, c.id, c.amount_cents, case
        when c.state in ('signed', 'issued', 'cleared') and not exists (select 1 from positive_pay_rows told
  join positive_pay_files file on file.dealer_group_id = told.dealer_group_id and file.id = told.positive_pay_file_id
  where told.dealer_group_id = c.dealer_group_id and told.check_id = c.id and told.kind = 'issue'
    and (file.answer is null or file.answer <> 'refused')) then 'issue'
        when c.state in ('voided', 'stopped') and exists (select 1 from positive_pay_rows told
  join positive_pay_files file on file.dealer_group_id = told.dealer_group_id and file.id = told.positive_pay_file_id
  where told.dealer_group_id = c.dealer_group_id and told.check_id = c.id and told.kind = 'issue'
    and (file.answer is null or file.answer <> 'refused')) and not exists (select 1 from positive_pay_rows told
  join positive_pay_files file on file.dealer_group_id = told.dealer_group_id and file.id = told.positive_pay_file_id
  where told.dealer_group_id = c.dealer_group_id and told.check_id = c.id and told.kind = 'void'
    and (file.answer is null or file.answer <> 'refused')) then 'void' end as kind
      from checks c where c.dealer_group_id = new.dealer_group_id and c.id in (select check_id from positive_pay_rows
        where dealer_group_id = new.dealer_group_id and positive_pay_file_id = new.id)) as one
    where kind is not null; end;

create trigger clearing_totals_added after insert on clearing_lines for each row  begin insert into clearing_day_totals (dealer_group_id, bank_account_id, day, matched, amount, cents) select dealer_group_id, bank_account_id, paid_on, case when check_id is null then 0 else 1 end, sum(step * 1), sum(step * amount_cents)
  from (select new.dealer_group_id as dealer_group_id, new.bank_account_id as bank_account_id, new.paid_on as paid_on, new.check_id as check_id, new.amount_cents as amount_cents, 1 as step) as one group by 1, 2, 3, 4 having sum(step * 1) <> 0 or sum(step * amount_cents) <> 0
  order by 1, 2, 3, 4
  on conflict (dealer_group_id, bank_account_id, day, matched) do update set amount = clearing_day_totals.amount + excluded.amount, cents = clearing_day_totals.cents + excluded.cents; end;

create trigger clearing_totals_moved after update of dealer_group_id, bank_account_id, paid_on, check_id, amount_cents on clearing_lines for each row  begin insert into clearing_day_totals (dealer_group_id, bank_account_id, day, matched, amount, cents) select dealer_group_id, bank_account_id, paid_on, case when check_id is null then 0 else 1 end, sum(step * 1), sum(step * amount_cents)
    from (select old.dealer_group_id as dealer_group_id, old.bank_account_id as bank_account_id, old.paid_on as paid_on, old.check_id as check_id, old.amount_cents as amount_cents, -1 as step union all select new.dealer_group_id as dealer_group_id, new.bank_account_id as bank_account_id, new.paid_on as paid_on, new.check_id as check_id, new.amount_cents as amount_cents, 1 as step) as one group by 1, 2, 3, 4 having sum(step * 1) <> 0 or sum(step * amount_cents) <> 0
    order by 1, 2, 3, 4
    on conflict (dealer_group_id, bank_account_id, day, matched) do update set amount = clearing_day_totals.amount + excluded.amount, cents = clearing_day_totals.cents + excluded.cents;
delete from clearing_day_totals where dealer_group_id = old.dealer_group_id
  and bank_account_id = old.bank_account_id and day = old.paid_on and amount = 0 and cents = 0; end;

create trigger clearing_totals_removed after delete on clearing_lines for each row  begin insert into clearing_day_totals (dealer_group_id, bank_account_id, day, matched, amount, cents) select dealer_group_id, bank_account_id, paid_on, case when check_id is null then 0 else 1 end, sum(step * 1), sum(step * amount_cents)
    from (select old.dealer_group_id as dealer_group_id, old.bank_account_id as bank_account_id, old.paid_on as paid_on, old.check_id as check_id, old.amount_cents as amount_cents, -1 as step) as one group by 1, 2, 3, 4 having sum(step * 1) <> 0 or sum(step * amount_cents) <> 0
    order by 1, 2, 3, 4
    on conflict (dealer_group_id, bank_account_id, day, matched) do update set amount = clearing_day_totals.amount + excluded.amount, cents = clearing_day_totals.cents + excluded.cents;
delete from clearing_day_totals where dealer_group_id = old.dealer_group_id
  and bank_account_id = old.bank_account_id and day = old.paid_on and amount = 0 and cents = 0; end;

create trigger checks_fts_added after insert on checks begin insert into checks_fts (rowid, searched) values (new.id, new.searched); end;

create trigger checks_fts_removed after delete on checks begin insert into checks_fts (checks_fts, rowid, searched) values ('delete', old.id, old.searched); end;

create trigger checks_fts_changed after update of searched on checks begin insert into checks_fts (checks_fts, rowid, searched) values ('delete', old.id, old.searched); insert into checks_fts (rowid, searched) values (new.id, new.searched); end;

insert into purposes (id, name, description, payment_for, version, searched_name) values
  (1, 'Customer refund', null, 'Customer', 1, 'customer refund'),
  (2, 'Deposit refund', null, 'Customer', 1, 'deposit refund'),
  (3, 'We-owe', null, 'Customer', 1, 'we-owe'),
  (4, 'Warranty or service-contract cancellation', null, 'Customer', 1, 'warranty or service-contract cancellation'),
  (5, 'Goodwill', null, 'Customer', 1, 'goodwill'),
  (6, 'Payoff', null, 'Vehicle', 1, 'payoff'),
  (7, 'Trade-in equity', null, 'Vehicle', 1, 'trade-in equity'),
  (8, 'Auction purchase', null, 'Vehicle', 1, 'auction purchase'),
  (9, 'Title and registration', null, 'Vehicle', 1, 'title and registration'),
  (10, 'Parts', null, 'Vendor', 1, 'parts'),
  (11, 'Sublet repair', null, 'Vendor', 1, 'sublet repair'),
  (12, 'Advertising', null, 'Vendor', 1, 'advertising'),
  (13, 'Facility maintenance', null, 'Vendor', 1, 'facility maintenance'),
  (14, 'Utilities', null, 'Vendor', 1, 'utilities'),
  (15, 'Rent', null, 'Vendor', 1, 'rent'),
  (16, 'Expense reimbursement', null, 'Employee', 1, 'expense reimbursement'),
  (17, 'Travel advance', null, 'Employee', 1, 'travel advance'),
  (18, 'Spiff', null, 'Employee', 1, 'spiff'),
  (19, 'Sales tax', null, 'Government', 1, 'sales tax'),
  (20, 'Licence and permit', null, 'Government', 1, 'licence and permit'),
  (21, 'other', null, 'Other', 1, 'other');

insert into delivery_methods (id, name, kind, version) values
  (1, 'USPS Mail', 'carrier', 1),
  (2, 'In-Person Pickup', 'pickup', 1),
  (3, 'FedEx Overnight', 'carrier', 1),
  (4, 'Other', 'other', 1);

insert into statuses (id, name) values
  (1, 'request'),
  (2, 'processing'),
  (3, 'approved'),
  (4, 'printed'),
  (5, 'signed'),
  (6, 'ready'),
  (7, 'closed'),
  (8, 'rejected'),
  (9, 'sendback');

insert into roles (id, name) values
  (1, 'admin'),
  (2, 'requester'),
  (3, 'approver'),
  (4, 'processor');

insert into history_actions (name) values
  ('created'),
  ('status'),
  ('resubmitted'),
  ('priority'),
  ('delivery'),
  ('held'),
  ('released'),
  ('attached'),
  ('detached'),
  ('routed'),
  ('withdrawn'),
  ('voided'),
  ('stopped'),
  ('explained'),
  ('diverted');

insert into status_transitions (from_id, to_id) values
  (1, 2),
  (1, 3),
  (1, 8),
  (1, 9),
  (2, 3),
  (2, 8),
  (2, 9),
  (3, 4),
  (4, 5),
  (5, 6),
  (6, 7),
  (9, 1),
  (3, 9);
