import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'

/** Organization, people, sessions and check requests, held together by composite tenant keys. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table dealer_groups (
      id ${id},
      name text not null,
      code text not null check (length(code) between 1 and 10),
      separation_of_duties ${int} not null default 1 check (separation_of_duties in (0, 1)),
      created_at text not null,
      deleted_at text
    ) ${strict}`,
    `create unique index dealer_groups_code on dealer_groups (code) where deleted_at is null`,
    `create table dealerships (
      id ${id},
      dealer_group_id ${int} not null references dealer_groups (id),
      name text not null,
      code text not null check (length(code) between 1 and 10),
      address text not null,
      city text not null,
      state text not null,
      zip text not null,
      phone text not null,
      is_active ${int} not null default 1 check (is_active in (0, 1)),
      created_at text not null,
      deleted_at text,
      unique (dealer_group_id, id)
    ) ${strict}`,
    `create unique index dealerships_code on dealerships (dealer_group_id, code) where deleted_at is null`,
    `create table departments (
      id ${id},
      dealer_group_id ${int} not null,
      dealership_id ${int} not null,
      name text not null,
      code text not null check (length(code) between 1 and 10),
      created_at text not null,
      deleted_at text,
      unique (dealer_group_id, dealership_id, id),
      foreign key (dealer_group_id, dealership_id) references dealerships (dealer_group_id, id)
    ) ${strict}`,
    `create unique index departments_code on departments (dealership_id, code) where deleted_at is null`,
    `create table purposes (
      id ${id},
      name text not null,
      description text,
      payment_for text not null
    ) ${strict}`,
    `create table delivery_methods (
      id ${id},
      name text not null,
      kind text not null check (kind in ('carrier', 'pickup', 'other'))
    ) ${strict}`,
    `create table users (
      id ${id},
      email text not null,
      username text not null,
      title text,
      first_name text not null,
      last_name text not null,
      password_hash text not null,
      password_by_admin ${int} not null default 0 check (password_by_admin in (0, 1)),
      primary_role ${int} not null check (primary_role between 1 and 4),
      access_level ${int} not null check (access_level between 0 and 3),
      dealer_group_id ${int} references dealer_groups (id),
      active ${int} not null default 1 check (active in (0, 1)),
      created_at text not null,
      deleted_at text,
      unique (dealer_group_id, id),
      check ((access_level = 0) = (dealer_group_id is null))
    ) ${strict}`,
    `create unique index users_email on users (email) where deleted_at is null`,
    `create index users_group on users (dealer_group_id, id)`,
    `create table user_roles (
      user_id ${int} not null references users (id),
      role_id ${int} not null check (role_id between 1 and 4),
      primary key (user_id, role_id)
    ) ${strict}`,
    `create table user_dealerships (
      user_id ${int} not null,
      dealer_group_id ${int} not null,
      dealership_id ${int} not null,
      primary key (user_id, dealership_id),
      foreign key (dealer_group_id, user_id) references users (dealer_group_id, id),
      foreign key (dealer_group_id, dealership_id) references dealerships (dealer_group_id, id)
    ) ${strict}`,
    `create table user_departments (
      user_id ${int} not null,
      dealer_group_id ${int} not null,
      dealership_id ${int} not null,
      department_id ${int} not null,
      primary key (user_id, department_id),
      foreign key (dealer_group_id, user_id) references users (dealer_group_id, id),
      foreign key (dealer_group_id, dealership_id, department_id) references departments (dealer_group_id, dealership_id, id)
    ) ${strict}`,
    `create table sessions (
      id text primary key,
      kind text not null check (kind in ('web', 'api')),
      token_hash text not null unique,
      previous_token_hash text,
      previous_until text,
      user_id ${int} not null references users (id),
      active_role ${int} not null check (active_role between 1 and 4),
      authenticated_at text not null,
      last_human_at text not null,
      expires_at text not null
    ) ${strict}`,
    `create index sessions_user on sessions (user_id)`,
    `create index sessions_previous on sessions (previous_token_hash) where previous_token_hash is not null`,
    `create table login_throttles (
      key text primary key,
      failures ${int} not null,
      since text not null,
      blocked_until text not null
    ) ${strict}`,
    `create table request_number_counters (
      group_code text primary key,
      last_number ${int} not null
    ) ${strict}`,
    `create table check_requests (
      id ${id},
      dealer_group_id ${int} not null references dealer_groups (id),
      dealership_id ${int},
      department_id ${int},
      requester_id ${int} not null references users (id),
      created_by_id ${int} not null references users (id),
      last_editor_id ${int} references users (id),
      status_id ${int} not null check (status_id between 1 and 9),
      version ${int} not null default 1,
      request_number text not null unique,
      amount_cents ${int} not null check (amount_cents between 1 and 9999999999),
      payee_type text not null check (payee_type in ('individual', 'business')),
      payee_sub_type text not null check (payee_sub_type in ('vendor', 'customer')),
      payee_name_1 text not null,
      payee_name_2 text,
      memo_line text,
      purpose_id ${int} not null references purposes (id),
      purpose_other text,
      priority_rank ${int} not null check (priority_rank between 1 and 4),
      due_date text not null,
      vin_last_digits text,
      po_purchase_no text,
      delivery_method_id ${int} not null references delivery_methods (id),
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
      check (department_id is null or dealership_id is not null),
      check (vin_last_digits is not null or po_purchase_no is not null),
      check ((status_id = 7) = (cleared_at is not null)),
      foreign key (dealer_group_id, dealership_id) references dealerships (dealer_group_id, id),
      foreign key (dealer_group_id, dealership_id, department_id) references departments (dealer_group_id, dealership_id, id)
    ) ${strict}`,
    `create index check_requests_status on check_requests (status_id, id)`,
    `create index check_requests_group on check_requests (dealer_group_id, id)`,
    `create index check_requests_group_status on check_requests (dealer_group_id, status_id, id)`,
    `create index check_requests_dealership on check_requests (dealership_id, id)`,
    `create index check_requests_dealership_status on check_requests (dealership_id, status_id, id)`,
    `create index check_requests_department on check_requests (department_id, id)`,
    `create index check_requests_department_status on check_requests (department_id, status_id, id)`,
    `create index check_requests_requester on check_requests (requester_id, id)`,
    `create index check_requests_requester_status on check_requests (requester_id, status_id, id)`,
    `create index check_requests_amount on check_requests (amount_cents, id)`,
    `create index check_requests_priority on check_requests (priority_rank, id)`,
    `create index check_requests_due on check_requests (due_date, id)`,
    `create index check_requests_cleared on check_requests
      (cleared_at, dealer_group_id, dealership_id, department_id, requester_id) where cleared_at is not null`,
    `create unique index check_requests_check_number on check_requests
      (dealer_group_id, coalesce(dealership_id, 0), check_number) where check_number is not null`,
    `create table status_history (
      id ${id},
      check_request_id ${int} not null references check_requests (id),
      action text not null check (action in ('created', 'status', 'resubmitted', 'priority', 'delivery')),
      status_id ${int} not null check (status_id between 1 and 9),
      note text,
      user_id ${int} not null references users (id),
      user_name text not null,
      role_id ${int} not null check (role_id between 1 and 4),
      check_number text,
      changes text not null,
      created_at text not null
    ) ${strict}`,
    `create index status_history_request on status_history (check_request_id, id)`,
    `create table handled_requests (
      user_id ${int} not null references users (id),
      check_request_id ${int} not null references check_requests (id),
      primary key (user_id, check_request_id)
    ) ${strict}`,
    `create index handled_requests_request on handled_requests (check_request_id)`,
  ])
}
