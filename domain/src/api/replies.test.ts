import { expect, test } from 'vitest'
import { sessionUser } from '../access/sessions/fields.ts'
import { detailedRequest, historyEntry, listedRequest, wholeRequest } from '../check-requests/replies.ts'
import {
  dealerGroupReply,
  dealershipReply,
  deliveryMethodReply,
  departmentReply,
  purposeReply,
} from '../organization/fields.ts'
import { userReply } from '../people/users/fields.ts'

const request = `id request_number status_id status_name amount requester_name payee_name_1 payee_type payee_sub_type dealer_group_name
  department_name dealership_name purpose_name purpose_other request_date created_at cleared_date priority_level vin_last_digits po_purchase_no
  check_number mailing_address notes delivery_method_id delivery_method_name mailing_method tracking_number delivery_method_other
  status_history`

const user = `username email title first_name last_name role_ids role_names primary_role access_level dealer_group_id dealer_group_name
  dealership_ids dealership_name department_ids department_name active`

// Fields that the specification reads from each object (R056, R112, R116, R117, R121 to R126), and fields that its form
// omitted (B2).
test.each([
  ['a check request', detailedRequest, `${request} payee_name_2 memo_line due_date version`],
  ['a check request of the whole list', wholeRequest, `${request} payee_name_2 memo_line due_date version`],
  [
    'a row of a list',
    listedRequest,
    `id request_number amount payee_name_1 department_name request_date status_id status_name check_number priority_level
     requester_name purpose_name delivery_method_name cleared_date`,
  ],
  ['a history entry', historyEntry, 'id status_id status_name note user_id user_name role timestamp check_number'],
  [
    'the session user',
    sessionUser,
    'token role id all_roles access_level firstname lastname dealer_group_id dealership_id department_id',
  ],
  ['a user', userReply, user],
  ['a dealer group', dealerGroupReply, 'id name code'],
  [
    'a dealership',
    dealershipReply,
    'id dealership_id dealer_group_id dealer_group_name name code address city state zip phone settings is_active created_at',
  ],
  [
    'a department',
    departmentReply,
    'id name code dealership_id dealer_group_id dealership_name dealer_group_name dealership_code dealer_group_code',
  ],
  ['a purpose', purposeReply, 'id name description payment_for'],
  ['a delivery method', deliveryMethodReply, 'id name'],
] as const)('includes in %s every field that the screens read', (_name, schema, fields) => {
  expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(fields.split(/\s+/)))
})

test('never includes passwords in user lists', () => {
  for (const schema of [sessionUser, userReply])
    expect(Object.keys(schema.shape).filter((field) => /pass(word)?$|hash|secret/i.test(field))).toEqual([])
})
