/** A request of Lakeside Ford whose check is on its way. */
interface PaidRequest {
  readonly department: 'SAL' | 'SVC'
  readonly purpose: string
  readonly payee_name_1: string
  readonly amount: number
  readonly mailing_address: string
  readonly po_purchase_no: string
  readonly memo_line?: string
}

/** What Lakeside Ford pays by checks of its account, the first eight in the first run. */
// biome-ignore format: a table, one row each
export const paidRequests: readonly PaidRequest[] = [
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Prairie Brake & Clutch', amount: 1284.6, mailing_address: '410 Mill Street\nSun Prairie, WI 53590', po_purchase_no: 'PO-31007' },
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Northern Hose and Belt', amount: 418.75, mailing_address: '77 Depot Road\nWaunakee, WI 53597', po_purchase_no: 'PO-31008' },
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Badger Glassworks', amount: 962.3, mailing_address: '5 Foundry Lane\nMadison, WI 53704', po_purchase_no: 'PO-31009' },
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Capitol Lift Service', amount: 2310, mailing_address: '1820 Pennsylvania Avenue\nMadison, WI 53704', po_purchase_no: 'PO-31010', memo_line: 'Two-post lift, bay 4' },
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Rock River Radiator', amount: 745.15, mailing_address: '38 Canal Street\nWatertown, WI 53094', po_purchase_no: 'PO-31011' },
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Door County Detailing', amount: 1125, mailing_address: '9 Orchard Court\nSturgeon Bay, WI 54235', po_purchase_no: 'PO-31012' },
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Kettle Moraine Tools', amount: 3480.9, mailing_address: '602 Ridge Road\nHartland, WI 53029', po_purchase_no: 'PO-31013' },
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Lakefront Uniforms', amount: 289.4, mailing_address: '14 Harbor View\nMilwaukee, WI 53202', po_purchase_no: 'PO-31014' },
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Four Lakes Alignment', amount: 1660, mailing_address: '240 Monroe Street\nMadison, WI 53711', po_purchase_no: 'PO-31015' },
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Blackhawk Filters', amount: 512.88, mailing_address: '31 Elm Street\nJanesville, WI 53545', po_purchase_no: 'PO-31016' },
  { department: 'SVC', purpose: 'Parts', payee_name_1: 'Mound Street Machine', amount: 4975, mailing_address: '118 Mound Street\nBeloit, WI 53511', po_purchase_no: 'PO-31017' },
]
