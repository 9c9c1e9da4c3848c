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

/** A blocked payee whose name is nearly the same as another payee's. */
export const blockedPayee: DemoPayee & { readonly reason: string } = {
  name: 'Great Lake Auto Part',
  address: '88 Harbor Court, Suite 4\nGary, IN 46402',
  email: 'accounts@greatlake.example',
  phone: '(219) 555-0102',
  purpose: 'Parts',
  reason: 'The invoice was forged: Great Lakes Auto Parts knows neither the order nor this address.',
}

interface DemoRequest {
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
  /** The user who gave the first approval. */
  readonly approvedBy?: string
}

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
    notes: 'Payoff on trade-in, good for ten days.',
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
    hoursAgo: 1.2,
  },
]
