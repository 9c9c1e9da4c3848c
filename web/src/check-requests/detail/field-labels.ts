import type { RequestFormValues } from '#check-requests/form/request-form-values.ts'

/** Labels of the fields of a request on forms, on the detail screen and in its log, in the order of the form. */
export const fieldLabels = {
  requester_id: 'Requester',
  dealer_group_id: 'Dealer Group',
  dealership_id: 'Dealership',
  department_id: 'Department',
  request_number: 'Request Number',
  payee_name_1: 'Payee Name',
  payee_name_2: 'Second Payee Name',
  payee_type: 'Payee Type',
  payee_sub_type: 'Payee Sub Type',
  memo_line: 'Memo Line',
  amount: 'Amount',
  purpose_id: 'Purpose',
  purpose_other: 'Other Purpose',
  due_date: 'Due Date',
  priority_level: 'Priority Level',
  vin_last_digits: 'VIN Last Digits',
  po_purchase_no: 'PO Number',
  delivery_method_id: 'Delivery Method',
  mailing_method: 'Mailing Method',
  tracking_number: 'Tracking Number',
  received_by: 'Received By',
  mailing_address: 'Mailing Address',
  delivery_method_other: 'Message/Details',
  notes: 'Notes',
} as const satisfies Record<keyof RequestFormValues | 'tracking_number' | 'received_by', string>
