import type { DocumentFacts } from './documents.ts'

interface DemoPayee {
  readonly name: string
  readonly address: string
  readonly email: string
  readonly phone: string
  readonly purpose: string
}

/** Verified payees on the demo's payee list. */
export const verifiedPayees: readonly DemoPayee[] = [
  {
    name: 'Great Lakes Auto Parts',
    address: '2210 Industrial Drive\nMadison, WI 53704',
    email: 'billing@greatlakesparts.example',
    phone: '(608) 555-0117',
    purpose: 'Parts',
  },
  {
    name: 'Badger State Bank',
    address: 'PO Box 4410\nMilwaukee, WI 53204',
    email: 'payoffs@badgerstate.example',
    phone: '(414) 555-0163',
    purpose: 'Payoff',
  },
  {
    name: 'Midwest Dealer Exchange',
    address: '600 Auction Lane\nCaledonia, WI 53108',
    email: 'settlements@midwestdx.example',
    phone: '(262) 555-0188',
    purpose: 'Auction purchase',
  },
]

/** A payee whose name is nearly the same as another payee's, blocked because of a forged invoice. */
export const blockedPayee = {
  name: 'Great Lake Auto Part',
  address: '88 Harbor Court, Suite 4\nGary, IN 46402',
  reason: 'The invoice was forged: Great Lakes Auto Parts knows neither the order nor this address.',
}

export interface DemoRequest {
  readonly by: string
  /** A department, in the form `TOY/SAL`. */
  readonly place: string
  readonly purpose: string
  readonly payee_name_1: string
  readonly amount: number
  readonly vin_last_digits?: string
  readonly po_purchase_no?: string
  readonly invoice_number?: string
  readonly accounting?: readonly { account: string; control_number?: string; amount: number }[]
  readonly notes: string
  readonly hoursAgo: number
  readonly mailing_address?: string
  readonly per_diem?: string
  /** What the attached document says besides the request's values. */
  readonly document: Pick<DocumentFacts, 'address' | 'invoiceNumber' | 'remark'>
  /** An approver and their comment. */
  readonly comment?: readonly [email: string, text: string]
  /** The user who gave the first approval. */
  readonly approvedBy?: string
}

const greatLakes = { address: '2210 Industrial Drive\nMadison, WI 53704', invoiceNumber: 'GL-77120' }

/** An invoice of a vendor that the dealership knows. */
export const genuineRequest: DemoRequest = {
  by: 'requester@lakeside.example',
  place: 'TOY/PRT',
  purpose: 'Parts',
  payee_name_1: 'Great Lakes Auto Parts',
  amount: 3912.4,
  po_purchase_no: 'PO-20402',
  invoice_number: 'GL-77120',
  mailing_address: greatLakes.address,
  accounting: [{ account: '2420', amount: 3912.4 }],
  notes: 'Brake kits for the spring campaign.',
  document: greatLakes,
  hoursAgo: 2.9,
}

/** A forged copy of that invoice. */
export const forgedRequest: DemoRequest = {
  by: 'requester@lakeside.example',
  place: 'TOY/PRT',
  purpose: 'Parts',
  payee_name_1: blockedPayee.name,
  amount: 4287.6,
  po_purchase_no: 'PO-20411',
  invoice_number: 'GL-77163',
  mailing_address: blockedPayee.address,
  notes: 'Came by email this morning, marked as urgent.',
  document: {
    address: blockedPayee.address,
    invoiceNumber: 'GL-77163',
    remark: 'We have moved. Send checks only to the new address above.',
  },
  hoursAgo: 2.8,
}

/** The controller's comment on the forged request, before the number of the genuine one. */
export const forgedComment =
  'I called Great Lakes Auto Parts at the number we have on file, not the one on this invoice. They never sent it, and they haven’t moved. It also leaves the “s” off “Lakes” and “Parts”. Compare it with the real invoice on'

/** Pending requests under the demo's policy: one for each rule, and one to the blocked payee. */
export const waitingRequests: readonly DemoRequest[] = [
  {
    by: 'requester2@lakeside.example',
    place: 'TOY/SAL',
    purpose: 'Auction purchase',
    payee_name_1: 'Midwest Dealer Exchange',
    amount: 18_400,
    vin_last_digits: '448201',
    accounting: [{ account: '2400', control_number: 'U-3318', amount: 18_400 }],
    notes: 'Lane 7, sold with a green light.',
    document: { address: '600 Auction Lane\nCaledonia, WI 53108', invoiceNumber: 'MDX-55821' },
    comment: [
      'approver@lakeside.example',
      'The arbitration window is still open until Friday, so this can go out today.',
    ],
    hoursAgo: 2.5,
    approvedBy: 'approver@lakeside.example',
  },
  {
    by: 'requester2@lakeside.example',
    place: 'HON/SAL',
    purpose: 'Payoff',
    payee_name_1: 'Cornerstone Credit Union',
    amount: 9250,
    vin_last_digits: '730145',
    per_diem: '2.31',
    mailing_address: 'Attn: Loan Payoffs\nPO Box 90210\nMiddleton, WI 53562',
    notes: 'Payoff on trade-in, see the letter.',
    document: { address: 'Attn: Loan Payoffs\nPO Box 90210\nMiddleton, WI 53562', invoiceNumber: '8812-0044' },
    comment: ['approver@lakeside.example', 'I asked the lender to confirm the per diem before I approve.'],
    hoursAgo: 2,
  },
  {
    by: 'requester@lakeside.example',
    place: 'TOY/PRT',
    purpose: 'Parts',
    payee_name_1: 'Fox Valley Fasteners',
    amount: 640.5,
    po_purchase_no: 'PO-20418',
    invoice_number: 'FV-88213',
    accounting: [
      { account: '2420', amount: 512.25 },
      { account: '6800', amount: 128.25 },
    ],
    notes: 'Clips and bolts for the body shop.',
    document: { address: '17 Foundry Street\nAppleton, WI 54911', invoiceNumber: 'FV-88213' },
    hoursAgo: 1.5,
  },
  {
    by: 'requester@lakeside.example',
    place: 'TOY/PRT',
    purpose: 'Parts',
    payee_name_1: 'Great Lake Auto Part',
    amount: 2480,
    po_purchase_no: 'PO-20419',
    notes: 'Brake kits.',
    document: { address: blockedPayee.address, invoiceNumber: 'GL-77201' },
    hoursAgo: 1.2,
  },
]
