/** The SQL of handwritten endpoints, for either database. The caller supplies the parameter syntax. */
export const joins = `
  join users u on u.id = r.requester_id
  join dealer_groups g on g.id = r.dealer_group_id
  left join dealerships d on d.id = r.dealership_id
  left join departments p on p.id = r.department_id
  join purposes on purposes.id = r.purpose_id
  join delivery_methods m on m.id = r.delivery_method_id`

const reason = `case when r.status_id in (8, 9) then (select note from status_history n
  where n.check_request_id = r.id and n.action = 'status' and n.status_id = r.status_id order by n.id desc limit 1) end`

/** The fields of a listed request, in the product's order. `hands` is SQL for all participants, as JSON. */
export const listedFields = (hands: string): readonly (readonly [name: string, sql: string])[] => [
  ['id', 'r.id'],
  ['version', 'r.version'],
  ['request_number', 'r.request_number'],
  ['status_id', 'r.status_id'],
  ['status_name', '(select name from statuses where statuses.id = r.status_id)'],
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
  [
    'priority_level',
    `case r.priority_rank when 1 then 'normal' when 2 then 'medium' when 3 then 'urgent' else 'critical' end`,
  ],
  ['request_date', 'r.created_at'],
  ['due_date', 'r.due_date'],
  ['status_changed_at', 'r.status_changed_at'],
  ['cleared_date', 'r.cleared_at'],
  ['check_number', 'r.check_number'],
  ['created_by_id', 'r.created_by_id'],
  ['last_editor_id', 'r.last_editor_id'],
  ['hands', `(select ${hands} from request_hands h where h.check_request_id = r.id)`],
  ['hold', 'r.held_by_id'],
  ['reason', reason],
  ['separation_of_duties', 'g.separation_of_duties = 1'],
]

/** The fields of a listed request as columns of a query. */
export function listed(hands: string): string {
  return listedFields(hands)
    .map(([name, sql]) => `${sql} as ${name}`)
    .join(', ')
}

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

/**
 * All columns of a new request: the columns that the call sends, followed by the columns that the endpoint adds, in
 * this order.
 */
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
