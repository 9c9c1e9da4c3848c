/** The SQL of hand-written endpoints, for either database; the caller supplies its parameter syntax. */
export const joins = `
  join users u on u.id = r.requester_id
  join dealer_groups g on g.id = r.dealer_group_id
  left join dealerships d on d.id = r.dealership_id
  left join departments p on p.id = r.department_id
  join purposes on purposes.id = r.purpose_id
  join delivery_methods m on m.id = r.delivery_method_id`

/** The fields of a listed request, in the product's order. */
export const listedFields: readonly (readonly [name: string, sql: string])[] = [
  ['id', 'r.id'],
  ['version', 'r.version'],
  ['request_number', 'r.request_number'],
  ['status_id', 'r.status_id'],
  ['amount', 'r.amount_cents / 100.0'],
  ['requester_id', 'r.requester_id'],
  ['requester_name', "u.first_name || ' ' || u.last_name"],
  ['payee_name_1', 'r.payee_name_1'],
  ['dealer_group_name', 'g.name'],
  ['dealership_name', 'd.name'],
  ['department_name', 'p.name'],
  ['purpose_name', 'purposes.name'],
  ['purpose_other', 'r.purpose_other'],
  ['delivery_method_name', 'm.name'],
  ['priority_level', 'r.priority_rank'],
  ['request_date', 'r.created_at'],
  ['due_date', 'r.due_date'],
  ['status_changed_at', 'r.status_changed_at'],
  ['cleared_date', 'r.cleared_at'],
  ['check_number', 'r.check_number'],
]

export const listed = listedFields.map(([name, sql]) => `${sql} as ${name}`).join(', ')

/** The columns of a new request that come from the call, by their position in the statement. */
export const sentColumns = [
  'dealer_group_id',
  'dealership_id',
  'department_id',
  'payee_type',
  'payee_sub_type',
  'payee_name_1',
  'memo_line',
  'purpose_id',
  'due_date',
  'vin_last_digits',
  'delivery_method_id',
  'mailing_method',
  'mailing_address',
  'notes',
]

/** All columns of a new request: those sent, then those that the endpoint adds, in this order. */
export const newColumns = [
  ...sentColumns,
  'amount_cents',
  'requester_id',
  'created_by_id',
  'request_number',
  'created_at',
  'status_changed_at',
  'updated_at',
]
