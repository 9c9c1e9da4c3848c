import { diceOf, dollars, printedDate } from './printed.ts'

export interface Company {
  readonly name: string
  readonly street: string
  readonly city: string
  readonly phone: string
}

export interface Labels {
  readonly number: string
  readonly date: string
  readonly due: string
  readonly po: string
  readonly account: string
  readonly ro: string
  readonly stock: string
  readonly amount: string
  readonly bill: string
  readonly remit: string
}

/** What an invented invoice says, as printed, with the values that count. */
export interface Facts {
  readonly payee: Company
  readonly remit: Company | undefined
  readonly title: string
  readonly labels: Labels
  readonly number: string
  readonly date: string
  readonly due: string | undefined
  readonly po: string | undefined
  readonly account: string | undefined
  readonly ro: string | undefined
  readonly stock: string | undefined
  readonly vin: string | undefined
  readonly terms: string | undefined
  readonly items: readonly { quantity: string; what: string; each: string; sum: string }[]
  readonly parts: readonly (readonly [label: string, value: string])[]
  readonly printed: string
  readonly values: { readonly amount: string; readonly date: string; readonly due: string | null }
}

const companies: readonly (readonly [string, string, string, string])[] = [
  ['Delgado Brothers Paving LLC', '815 Quarry Road', 'Salem, OR 97301', '(503) 555-0117'],
  ['Evergreen Janitorial Services, Inc.', '44 Willamette Ave', 'Portland, OR 97209', '503-555-0188'],
  ['Pacific Rim Tire Wholesale', '2901 Harbor Way, Suite 12', 'Tacoma, WA 98421', '253.555.0143'],
  ['Kowalski & Sons Plumbing', '17 Copper Lane', 'Racine, WI 53403', '(262) 555-0160'],
  ['Blue Heron Signs', '6 Marsh Street', 'Duluth, MN 55802', '218-555-0102'],
  ['Summit Fire Protection Co.', '1550 Ridgeline Drive', 'Boulder, CO 80301', '(303) 555-0199'],
  ['Ortega Mobile Glass', '9087 Mesa Blvd', 'El Paso, TX 79912', '915-555-0121'],
  ['Whitcomb Legal Group, PLLC', '300 State Street, Floor 4', 'Albany, NY 12207', '(518) 555-0133'],
  ['Prairie Oil Recyclers', 'PO Box 2214', 'Wichita, KS 67201', '316-555-0190'],
  ['Anchor Bay Uniforms', '4120 Dock Street', 'Erie, PA 16507', '(814) 555-0155'],
  ['Hargrove Lift & Equipment', '77 Foundry Row', 'Toledo, OH 43604', '419-555-0109'],
  ['Sable Point Marketing', '512 Lantern Court', 'Grand Haven, MI 49417', '616-555-0171'],
  ['Norcross Battery Depot', '3300 Jimmy Carter Blvd', 'Norcross, GA 30093', '770-555-0166'],
  ['Three Rivers Locksmith', '28 Allegheny Plaza', 'Pittsburgh, PA 15212', '(412) 555-0128'],
  ['Mayfair Coffee Supply', '1901 Pearl St', 'Boise, ID 83702', '208-555-0104'],
  ['Dunmore Transport, Inc.', '640 Keystone Industrial Park', 'Dunmore, PA 18512', '570-555-0185'],
]

const labelSets: readonly Labels[] = [
  labels(
    'Invoice No.',
    'Invoice Date',
    'Due Date',
    'PO Number',
    'Customer No.',
    'Repair Order',
    'Stock No.',
    'Total Due',
    'Bill To',
    'Remit To:',
  ),
  labels(
    'Invoice',
    'Date',
    'Payment Due',
    'Your PO',
    'Account #',
    'R.O. #',
    'Stock #',
    'Balance Due',
    'Sold To',
    'Please remit payment to:',
  ),
  labels(
    'Inv #',
    'Inv Date',
    'Due',
    'Cust PO',
    'Acct',
    'RO No',
    'Stk #',
    'Amount Due',
    'Customer',
    'Mail payments to:',
  ),
  labels(
    'Invoice Number',
    'Billing Date',
    'Pay By',
    'P.O.',
    'Client ID',
    'RO',
    'Stock Number',
    'Please Pay This Amount',
    'Billed To',
    'Send checks to:',
  ),
  labels(
    'Bill No.',
    'Date of Issue',
    'Due on',
    'Purchase Order',
    'Account Number',
    'RO Number',
    'Unit Stock',
    'Total Amount Due',
    'Invoice To',
    'Remittance Address',
  ),
  labels(
    'Document #',
    'Dated',
    'Due By',
    'Customer PO #',
    'Customer ID',
    'Repair Order #',
    'Stock',
    'TOTAL',
    'Charge To',
    'Remit to',
  ),
  labels(
    'Invoice ID',
    'Issued',
    'Payable by',
    'PO #',
    'Cust #',
    'R/O',
    'Stock',
    'Invoice Total',
    'For',
    'Remit payments to',
  ),
]

function labels(...texts: readonly string[]): Labels {
  const [
    number = '',
    date = '',
    due = '',
    po = '',
    account = '',
    ro = '',
    stock = '',
    amount = '',
    bill = '',
    remit = '',
  ] = texts
  return { number, date, due, po, account, ro, stock, amount, bill, remit }
}

const goods = [
  'Floor wax, case',
  'Service call',
  'All-season 225/60R17',
  'Drain repair',
  'Lot striping',
  'Filter set',
  'Annual inspection',
  'Key cutting',
  'Windshield install',
  'Shop towels',
  'Monthly fee',
  'Battery H6',
  'Delivery run',
  'Design hours',
]
const vins = [
  '1HGCY1F33TA018442',
  '2T3W1RFVXSC214587',
  '5FNRL6H73NB033912',
  '1GCUYDED7MZ118805',
  '2HGFE2F59PH501177',
  '3GNAXUEV3PL218403',
]
const titles = ['INVOICE', 'Invoice', 'Service Invoice', 'INVOICE', 'Statement of Services', 'Sales Invoice']

export function companyAt(at: number): Company {
  const [name = '', street = '', city = '', phone = ''] = companies[at % companies.length] ?? []
  return { name, street, city, phone }
}

type Dice = (sides: number) => number

function itemsOf(dice: Dice): (Facts['items'][number] & { readonly cents: number })[] {
  return Array.from({ length: 1 + dice(4) }, () => {
    const [quantity, each] = [1 + dice(6), 500 + dice(60_000)]
    const what = goods[dice(goods.length)] ?? ''
    const cents = quantity * each
    return { quantity: String(quantity), what, each: dollars(each), sum: dollars(cents), cents }
  })
}

/** Subtotal, tax, freight, and a deposit, with what is left to pay. */
function sumsOf(dice: Dice, subtotal: number): { parts: [string, string][]; amount: number; deposit: number } {
  const tax = dice(3) > 0 ? Math.round(subtotal * 0.06) : 0
  const freight = dice(3) === 0 ? 1000 + dice(9000) : 0
  const deposit = dice(5) === 0 ? Math.round(subtotal / 4) : 0
  const amount = subtotal + tax + freight - deposit
  const parts: [string, string][] = [['Subtotal', dollars(subtotal)]]
  if (tax) parts.push([dice(2) ? 'Sales Tax (6%)' : 'Tax', dollars(tax)])
  if (freight) parts.push([dice(2) ? 'Shipping' : 'Freight & handling', dollars(freight)])
  if (deposit) parts.push(['Invoice total', dollars(amount + deposit)], ['Less deposit', `-${dollars(deposit)}`])
  return { parts, amount, deposit }
}

function numberOf(dice: Dice): string {
  const digits = 10_000 + dice(880_000)
  const numbers = [`${digits}`, `INV-${digits}`, `${String.fromCharCode(65 + dice(26))}${digits}`, `26-${digits}`]
  return numbers[dice(numbers.length)] ?? `${digits}`
}

/** The facts of an invented invoice. */
export function factsOf(seed: number): Facts {
  const dice = diceOf(seed + 17)
  const often = <Value>(one: number, value: () => Value) => (dice(one) === 0 ? value() : undefined)
  const [labelSet] = [labelSets[dice(labelSets.length)] ?? labelSets[0]]
  if (!labelSet) throw new Error('no labels')
  const payee = companyAt(seed + dice(3))
  const items = itemsOf(dice)
  const subtotal = items.reduce((sum, { cents }) => sum + cents, 0)
  const { parts, amount, deposit } = sumsOf(dice, subtotal)
  const date = `2026-${String(8 + dice(4)).padStart(2, '0')}-${String(1 + dice(28)).padStart(2, '0')}`
  const days = [15, 30, 45][dice(3)] ?? 30
  const due = dice(3) > 0 ? new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10) : null
  const form = dice(6)
  // A last label that names only a total would hide what a deposit leaves to pay.
  const asks = ['Amount Due', 'Balance Due', 'Please Pay This Amount'][dice(3)] ?? ''
  return {
    payee,
    remit: often(3, () => ({ ...payee, street: `PO Box ${1000 + dice(90_000)}`, city: 'Carol Stream, IL 60197' })),
    title: titles[dice(titles.length)] ?? 'INVOICE',
    labels: deposit ? { ...labelSet, amount: asks } : labelSet,
    number: numberOf(dice),
    date: printedDate(date, form),
    due: due === null ? undefined : printedDate(due, form),
    po: often(2, () => `${['', 'PO-', 'P'][dice(3)]}${10_000 + dice(89_999)}`),
    account: often(3, () => `${['', 'LH-', 'C'][dice(3)]}${1000 + dice(98_999)}`),
    ro: often(4, () => `${200_000 + dice(99_999)}`),
    stock: often(4, () => `H${20_000 + dice(9999)}`),
    vin: often(4, () => vins[dice(vins.length)] ?? ''),
    terms: due === null ? often(2, () => `Net ${days}`) : undefined,
    items,
    parts,
    printed: `$${dollars(amount)}`,
    values: { amount: (amount / 100).toFixed(2), date, due },
  }
}
