import type { Dice } from './dice.ts'

/**
 * A plausible reason for a payment, with amounts in cents. `by` says whether a VIN or a purchase order identifies the
 * payment.
 */
export interface Reason {
  readonly purpose: string
  readonly other?: string
  readonly payees: readonly string[]
  readonly type: 'individual' | 'business'
  readonly sub: 'vendor' | 'customer'
  readonly from: number
  readonly to: number
  readonly by: 'vin' | 'po'
  readonly departments: readonly string[]
  readonly notes: readonly string[]
}

const people = [
  'Angela Whitfield',
  'Marcus Bell',
  'Hannah Kowalski',
  'Derek Osei',
  'Renée Dubois',
  'Patrick O’Neill',
  'Yuki Tanaka',
  'Carlos Mendoza',
  'Sofia Petrov',
  'William Grant',
  'Aisha Rahman',
  'Nora Jensen',
] as const

/** The reasons for the demo's requests. */
export const reasons: readonly Reason[] = [
  {
    purpose: 'Customer refund',
    payees: people,
    type: 'individual',
    sub: 'customer',
    from: 4_500,
    to: 89_900,
    by: 'vin',
    departments: ['SVC', 'SAL'],
    notes: ['Paid twice for the same service visit.', 'Unused prepaid maintenance.'],
  },
  {
    purpose: 'Deposit refund',
    payees: people,
    type: 'individual',
    sub: 'customer',
    from: 25_000,
    to: 200_000,
    by: 'vin',
    departments: ['SAL', 'FIN'],
    notes: ['Customer canceled the order before delivery.', 'Vehicle not available in the ordered color.'],
  },
  {
    purpose: 'We-owe',
    payees: people,
    type: 'individual',
    sub: 'customer',
    from: 8_000,
    to: 65_000,
    by: 'vin',
    departments: ['SAL'],
    notes: ['Second key promised at delivery.', 'Floor mats and tint as agreed.'],
  },
  {
    purpose: 'Warranty or service-contract cancellation',
    payees: people,
    type: 'individual',
    sub: 'customer',
    from: 40_000,
    to: 310_000,
    by: 'vin',
    departments: ['FIN', 'SAL'],
    notes: ['Pro rata refund, contract canceled at 14 months.'],
  },
  {
    purpose: 'Goodwill',
    payees: people,
    type: 'individual',
    sub: 'customer',
    from: 5_000,
    to: 40_000,
    by: 'vin',
    departments: ['SVC'],
    notes: ['Apology for the long repair.'],
  },
  {
    purpose: 'Payoff',
    payees: [
      'First Prairie Credit Union',
      'Badger State Bank',
      'Front Range Federal Credit Union',
      'Northstar Auto Finance',
    ],
    type: 'business',
    sub: 'vendor',
    from: 640_000,
    to: 3_850_000,
    by: 'vin',
    departments: ['SAL', 'FIN'],
    notes: ['Ten-day payoff, see the letter in the deal jacket.', 'Payoff on trade-in.'],
  },
  {
    purpose: 'Trade-in equity',
    payees: people,
    type: 'individual',
    sub: 'customer',
    from: 90_000,
    to: 720_000,
    by: 'vin',
    departments: ['SAL'],
    notes: ['Equity over the payoff goes to the customer.'],
  },
  {
    purpose: 'Auction purchase',
    payees: ['Midwest Dealer Exchange', 'Rocky Mountain Auto Auction'],
    type: 'business',
    sub: 'vendor',
    from: 780_000,
    to: 2_640_000,
    by: 'vin',
    departments: ['SAL'],
    notes: ['Lane 12, sold as is.', 'Bought for the used lot.'],
  },
  {
    purpose: 'Title and registration',
    payees: ['Wisconsin DMV', 'Colorado Division of Motor Vehicles'],
    type: 'business',
    sub: 'vendor',
    from: 7_500,
    to: 68_000,
    by: 'vin',
    departments: ['SAL', 'FIN'],
    notes: ['Title, plates and county fee.'],
  },
  {
    purpose: 'Parts',
    payees: ['Great Lakes Auto Parts', 'Keystone Wheel & Tire', 'Dane County Glass', 'Altitude Parts Supply'],
    type: 'business',
    sub: 'vendor',
    from: 6_000,
    to: 480_000,
    by: 'po',
    departments: ['PRT', 'SVC'],
    notes: ['Backordered brake kits arrived.', 'Tire order, spring stock.'],
  },
  {
    purpose: 'Sublet repair',
    payees: ['Capitol Collision', 'Precision Dent Repair', 'High Country Upholstery'],
    type: 'business',
    sub: 'vendor',
    from: 12_000,
    to: 240_000,
    by: 'po',
    departments: ['SVC'],
    notes: ['Bumper refinished for a customer car.', 'Windshield calibration.'],
  },
  {
    purpose: 'Advertising',
    payees: ['Lake Country Radio', 'Summit Outdoor Media'],
    type: 'business',
    sub: 'vendor',
    from: 75_000,
    to: 900_000,
    by: 'po',
    departments: ['SAL'],
    notes: ['Holiday weekend spots.'],
  },
  {
    purpose: 'Facility maintenance',
    payees: ['Badger Heating & Air', 'ClearView Window Care', 'Foothills Electric'],
    type: 'business',
    sub: 'vendor',
    from: 18_000,
    to: 360_000,
    by: 'po',
    departments: ['SVC', 'SAL'],
    notes: ['Lift number 4 serviced.', 'Showroom doors repaired.'],
  },
  {
    purpose: 'Expense reimbursement',
    payees: ['Maria Delgado', 'Tom Becker', 'Ben Whitaker'],
    type: 'individual',
    sub: 'vendor',
    from: 2_400,
    to: 52_000,
    by: 'po',
    departments: ['SVC', 'SAL', 'PRT'],
    notes: ['Fuel for dealer trade, receipts attached to the paper file.'],
  },
  {
    purpose: 'Sales tax',
    payees: ['Wisconsin Department of Revenue', 'Colorado Department of Revenue'],
    type: 'business',
    sub: 'vendor',
    from: 280_000,
    to: 4_200_000,
    by: 'po',
    departments: ['FIN', 'SAL'],
    notes: ['Monthly return.'],
  },
  {
    purpose: 'other',
    other: 'Charity golf outing sponsorship',
    payees: ['Lakeshore Youth Foundation', 'Boulder Food Share'],
    type: 'business',
    sub: 'vendor',
    from: 50_000,
    to: 250_000,
    by: 'po',
    departments: ['SAL'],
    notes: ['Agreed with the general manager.'],
  },
]

/** Notes that the demo's approvers leave when they reject a request or send it back. */
export const sendBackNotes = [
  'The purchase order number doesn’t match the invoice. Please correct it.',
  'Payee should be the lender, not the customer. Please change the name.',
  'Amount differs from the payoff letter by the per diem. Please update.',
]
export const rejectNotes = [
  'Already paid last month on another request.',
  'Not covered: the contract had expired before the repair.',
  'The vendor isn’t approved. Use the parts contract instead.',
]

/** Comments that the demo's requesters leave on some of their requests. */
export const comments: Readonly<Record<string, string>> = {
  Payoff: 'I called the lender: the amount in the letter includes today’s per diem.',
  Parts: 'All boxes arrived and were counted against the packing slip.',
  'Auction purchase': 'The car is on the lot. The title follows by courier.',
  'Facility maintenance': 'The work is done. The service manager looked at it with me.',
  'Sublet repair': 'The customer picked up the car and is happy with the repair.',
  'Deposit refund': 'The deposit was paid by check, which cleared last week.',
}

/** The request content for this reason, in the form that the request form submits. */
export function inventContent(reason: Reason, dice: Dice) {
  const delivery = dice.pick(deliveries)
  const reference = String(100_000 + dice.below(900_000))
  return {
    payee_name_1: dice.pick(reason.payees),
    payee_type: reason.type,
    payee_sub_type: reason.sub,
    amount: (reason.from + dice.below(reason.to - reason.from)) / 100,
    purpose_other: reason.other ?? null,
    notes: dice.pick([...reason.notes, null]),
    memo_line: dice.pick([null, null, `Ref ${reference}`]),
    priority_level: dice.pick(['normal', 'normal', 'normal', 'medium', 'medium', 'urgent', 'critical'] as const),
    vin_last_digits: reason.by === 'vin' ? reference : null,
    po_purchase_no: reason.by === 'po' ? `PO-${reference}` : null,
    mailing_address: `${100 + dice.below(900)} Main Street\nMadison, WI 53703`,
    ...delivery,
  }
}

const usps = { delivery_method_id: 1, mailing_method: 'USPS' } as const
const pickup = { delivery_method_id: 2, delivery_method_other: 'Customer picks it up at the cashier' } as const
const fedex = { delivery_method_id: 3, mailing_method: 'FedEx' } as const
const other = { delivery_method_id: 4, delivery_method_other: 'Hand to the courier at the front desk' } as const
const deliveries = [usps, usps, pickup, pickup, pickup, fedex, other]
