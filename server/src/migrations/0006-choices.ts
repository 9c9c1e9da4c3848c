import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Dialect } from './dialect.ts'

const purposes: Record<string, string[]> = {
  Customer: ['Customer refund', 'Deposit refund', 'We-owe', 'Warranty or service-contract cancellation', 'Goodwill'],
  Vehicle: ['Payoff', 'Trade-in equity', 'Auction purchase', 'Title and registration'],
  Vendor: ['Parts', 'Sublet repair', 'Advertising', 'Facility maintenance', 'Utilities', 'Rent'],
  Employee: ['Expense reimbursement', 'Travel advance', 'Spiff'],
  Government: ['Sales tax', 'Licence and permit'],
  Other: ['other'],
}

const deliveryMethods = [
  { name: 'USPS Mail', kind: 'carrier' },
  { name: 'In-Person Pickup', kind: 'pickup' },
  { name: 'FedEx Overnight', kind: 'carrier' },
  { name: 'Other', kind: 'other' },
]

/** What a payment can be for and how a check is handed over, the same in every installation. */
export async function up(db: Kysely<unknown>, _dialect: Dialect): Promise<void> {
  for (const [paymentFor, names] of Object.entries(purposes))
    for (const name of names)
      await sql`insert into purposes (name, description, payment_for) values (${name}, null, ${paymentFor})`.execute(db)
  for (const { name, kind } of deliveryMethods)
    await sql`insert into delivery_methods (name, kind) values (${name}, ${kind})`.execute(db)
}
