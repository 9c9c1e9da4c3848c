import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { journalFile, partsOf } from './file.ts'
import type { JournalLine, JournalTemplate } from './template.ts'

const facts: JournalLine['facts'] = {
  request_number: 'LAG-0007',
  payee: 'Badger State Bank',
  second_payee: null,
  memo: null,
  purpose: 'Payoff',
  dealership: 'Lakeside Ford',
  department: 'Sales',
  requester: 'Ana Ruiz',
  invoice_number: null,
  purchase_order: null,
  vin: null,
  stock_number: null,
  deal_number: null,
  repair_order: null,
}
const charged = [
  { account: '2310', account_name: 'Vehicle payoffs', control_number: 'S-1002', cents: 1_200_000 },
  { account: '6800', account_name: 'Fees, bank', control_number: null, cents: 1250 },
]
const issue: JournalLine = {
  kind: 'issue',
  day: '2026-11-23',
  issued_on: '2026-11-23',
  check_number: '1042',
  cents: 1_201_250,
  facts: { ...facts, accounting: charged },
}
const reversal: JournalLine = { ...issue, kind: 'void', day: '2026-12-02' }
const template: JournalTemplate = {
  columns: [
    { field: 'check_number', header: 'Check' },
    { field: 'line', header: 'Line' },
    { field: 'account', header: 'Account' },
    { field: 'account_name', header: 'Name' },
    { field: 'control_number', header: 'Control' },
    { field: 'debit', header: 'Debit' },
    { field: 'credit', header: 'Credit' },
    { field: 'amount', header: 'Amount' },
    { field: 'issued', header: 'Issued' },
  ],
  delimiter: 'comma',
  date_form: 'iso',
  amount_form: 'dollars',
  has_header: true,
}

describe('check charged to two accounts', () => {
  test('writes a line for each account and one for the checking account, and reverses all for a void', () => {
    expect(journalFile({ ...template, checks_account: '1010' }, [issue, reversal])).toBe(
      [
        'Check,Line,Account,Name,Control,Debit,Credit,Amount,Issued',
        '1042,1,2310,Vehicle payoffs,S-1002,12000.00,,12000.00,12000.00',
        '1042,2,6800,"Fees, bank",,12.50,,12.50,12.50',
        '1042,3,1010,,,,12012.50,-12012.50,',
        '1042,1,2310,Vehicle payoffs,S-1002,,12000.00,-12000.00,',
        '1042,2,6800,"Fees, bank",,,12.50,-12.50,',
        '1042,3,1010,,,12012.50,,12012.50,',
        '',
      ].join('\r\n'),
    )
  })

  test('writes only the accounting lines if the template names no checking account', () => {
    expect(partsOf(issue, template).map(({ account, side, cents }) => [account, side, cents])).toEqual([
      ['2310', 'debit', 1_200_000],
      ['6800', 'debit', 1250],
    ])
  })

  test('writes one line per check if the template has no account columns', () => {
    const columns = [
      { field: 'check_number', header: 'Check' } as const,
      { field: 'amount', header: 'Amount' } as const,
    ]
    expect(journalFile({ ...template, columns }, [issue])).toBe('Check,Amount\r\n1042,12012.50\r\n')
  })
})

test.each<[string, JournalLine['facts']]>([
  ['no lines', { ...facts, accounting: [] }],
  ['an event recorded before accounting lines existed', facts],
  ['lines that don’t add up to the check', { ...facts, accounting: charged.slice(0, 1) }],
])('charges the full amount to the default account for %s', (_, facts) => {
  const parts = partsOf({ ...issue, facts }, { ...template, checks_account: '1010', open_account: '9999' })
  expect(parts.map(({ account, side, cents }) => [account, side, cents])).toEqual([
    ['9999', 'debit', 1_201_250],
    ['1010', 'credit', 1_201_250],
  ])
  expect(partsOf({ ...issue, facts }, template)).toMatchObject([{ account: null, cents: 1_201_250 }])
})

test('balances debits and credits of a check, and of an issue with its void', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 9_999_999 }), { maxLength: 50 })
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 99 }), (cents, other) => {
      const accounting = cents.map((part, index) => ({ ...charged[0], account: `A${index}`, cents: part }))
      const sum = cents.reduce((one, next) => one + next, 0) || other
      const wanted = { ...template, checks_account: '1010' }
      const line = { ...issue, cents: sum, facts: { ...facts, accounting } } as JournalLine
      const [parts, reversed] = [partsOf(line, wanted), partsOf({ ...line, kind: 'void' }, wanted)]
      const on = (side: string) => parts.filter((part) => part.side === side).reduce((all, part) => all + part.cents, 0)
      expect([on('debit'), on('credit')]).toEqual([sum, sum])
      expect(parts).toHaveLength(Math.max(cents.length, 1) + 1)
      expect(reversed.map(({ side, ...part }) => ({ ...part, side: side === 'debit' ? 'credit' : 'debit' }))).toEqual(
        parts,
      )
    }),
  )
})
