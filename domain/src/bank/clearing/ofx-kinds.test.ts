import { describe, expect, test } from 'vitest'
import { back, own, said } from '../../testing/bank-files.ts'
import { readClearingFile } from './read-file.ts'

/** An OFX file with one statement. */
function ofx(payments: readonly string[], { name = own, after = '' } = {}) {
  const statement = `<STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>021200025<ACCTID>${name}</BANKACCTFROM>`
  const list = payments.map((payment, index) => `<STMTTRN>${payment}<FITID>F${index}</STMTTRN>`)
  return `OFXHEADER:100\n\n<OFX>${statement}<BANKTRANLIST>\n${list.join('\n')}</BANKTRANLIST></STMTRS>${after}</OFX>`
}
const paid = (type: string, amount: string, number = '', name = '', memo = '') =>
  `<TRNTYPE>${type}<DTPOSTED>20261126<TRNAMT>${amount}<CHECKNUM>${number}<NAME>${name}<MEMO>${memo}`

const card = (name: string) =>
  `<CCSTMTRS><CURDEF>USD<CCACCTFROM><ACCTID>${name}</CCACCTFROM><STMTTRN>${paid('DEBIT', '-300.00', '1002')}</STMTTRN></CCSTMTRS>`

describe('OFX files', () => {
  const euro = '<STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>88112</BANKACCTFROM><STMTTRN><TRNAMT>x</STMTTRN></STMTRS>'
  test.each([
    [
      'other types with a number of the register',
      ofx([paid('OTHER', '-1000.00', '0001001', 'Draft'), paid('DEBIT', '-300.00', '1002')]),
      ['1001', '1002'],
    ],
    [
      'a payment with a number of another register',
      ofx([paid('PAYMENT', '-55.00', '778812', 'Online'), paid('CHECK', '-300.00', '1002')]),
      ['1002', 'not ours: 1'],
    ],
    [
      'fees with the number of a check',
      ofx([
        paid('CHECK', '-1000.00', '1001'),
        paid('FEE', '-35.00', '1001', 'NSF FEE'),
        paid('DEBIT', '-12.00', '1002', 'CHECK IMAGE FEE'),
      ]),
      ['1001', 'left out: 2'],
    ],
    [
      'a service charge with the number of a check',
      ofx([
        paid('SRVCHG', '-15.00', '1003', 'Stop payment'),
        paid('DEBIT', '-30.00', '1004', 'Stop payment fee check 1004'),
      ]),
      ['left out: 2'],
    ],
    [
      'letters in the number of a debit',
      ofx([paid('DEBIT', '-40.00', 'A1001B', 'X'), paid('CHECK', '-1000.00', '1001')]),
      ['1001', 'left out: 1'],
    ],
    [
      'letters in the number of a check',
      ofx([paid('CHECK', '-99.00', 'WEB12', 'CARD'), paid('CHECK', '-300.00', '1002')]),
      ['1002', 'not ours: 1'],
    ],
    ['the number in the memo', ofx([paid('CHECK', '-1000.00', '', 'CHECK PAID', 'CK NO 1001')]), ['1001']],
    [
      'the number in the name of a debit',
      ofx([paid('DEBIT', '-300.00', '', 'CHECK 0001002'), paid('DEBIT', '-77.25', '0', 'Check # 1003')]),
      ['1002', '1003'],
    ],
    [
      'returned checks as credits',
      ofx([paid('CREDIT', '1000.00', '1001', 'RETURNED CHECK 1001'), paid('CHECK', '300.00', '1002')]),
      [`1001 ${back}`, `1002 ${back}`],
    ],
    [
      'deposits with the number of a check',
      ofx([paid('DEP', '500.00', '1002'), paid('CREDIT', '88.00', '1003', 'Counter')]),
      ['not ours: 1', 'left out: 1'],
    ],
    [
      'another account in another currency after it',
      ofx([paid('CHECK', '-1000.00', '1001')], { after: euro }),
      ['1001', 'of others: 1'],
    ],
    [
      'the same payment twice',
      ofx([paid('CHECK', '-1000.00', '1001')]).replace(/(<STMTTRN>.*<\/STMTTRN>)/, '$1$1'),
      ['1001', 'left out: 1'],
    ],
    [
      'names that are no payees',
      ofx([paid('CHECK', '-1000.00', '1001', 'CHECK #1001'), paid('CHECK', '-300.00', '1002', 'Inclearing Check')]),
      ['1001', '1002'],
    ],
    [
      'a namespace in its tags',
      ofx([paid('CHECK', '-480.00', '1004')])
        .replace(/<(\/?)([A-Z])/g, '<$1o:$2')
        .replace('<o:OFX', '<o:OFX xmlns:o="http://ofx.net/2003"'),
      ['1004'],
    ],
    [
      'attributes in its root, and hidden digits',
      ofx([paid('CHECK', '-480.00', '1004')], { name: 'XXXXXXX4655' }).replace(
        '<OFX',
        '<OFX xmlns="urn:x"\nversion="2" ',
      ),
      ['1004'],
    ],
    [
      'a time in another zone',
      ofx([paid('CHECK', '-480.00', '1004').replace('20261126', '20261127030000[0:GMT]')]),
      ['1004'],
    ],
    [
      'a time of the account’s zone',
      ofx([paid('CHECK', '-480.00', '1004').replace('20261126', '20261126233000.000[-5:EST]')]),
      ['1004'],
    ],
    [
      'a name of another account',
      ofx([paid('CHECK', '-480.00', '1004')], { name: `${own}-S0001` }),
      [expect.stringMatching(/^refused: .*…0001/), 'of others: 1'],
    ],
    [
      'returned deposits that are called checks',
      ofx([
        paid('CHECK', '-812.00', '4455', 'RETURNED DEPOSITED CHECK'),
        paid('CHECK', '-25.00', '4456', 'Deposited Item Rtn'),
        paid('CHECK', '-30.00', '4457', 'CHARGEBACK', 'RDI'),
        paid('CHECK', '-5.00', '', 'DEPOSIT CORRECTION'),
        paid('CHECK', '-1000.00', '1001'),
      ]),
      ['1001', 'left out: 4'],
    ],
    [
      'checks paid to names with a deposit',
      ofx([paid('CHECK', '-1100.00', '1001', 'FIRST DEPOSIT CORP'), paid('CHECK', '-20.00', '9009', 'DEPOSIT CO')]),
      ['1001 amount differs', '9009 out of sequence'],
    ],
    [
      'a card whose number ends like that of the account',
      ofx([paid('CHECK', '-1000.00', '1001')], { after: card('XXXXXXXXXXXX4655') }),
      ['1001', 'of others: 1'],
    ],
    [
      'a card statement without a number',
      ofx([paid('CHECK', '-1000.00', '1001')], { after: card('').replace('<ACCTID>', '') }),
      ['1001', 'left out: 1'],
    ],
  ] as const)('reads an OFX file with %s', (_, text, expected) => {
    expect(said(text)).toEqual(expected)
  })

  test('reads the statement of a name at the bank', () => {
    const text = ofx([paid('CHECK', '-480.00', '1004')], { name: `${own}-S0001` })
    expect(said(text, { bankNames: [`${own}-s0001`] })).toEqual(['1004'])
    expect(
      said(ofx([paid('CHECK', '-480.00', '1004')], { name: 'OPERATING 7' }), { bankNames: ['Operating 7'] }),
    ).toEqual(['1004'])
  })

  test('compares payees only if the profile says that the bank tells them', () => {
    const text = ofx([
      paid('CHECK', '-1000.00', '1001', 'HARBOR GLAS'),
      paid('CHECK', '-300.00', '1002', 'COAST TOWING LLC'),
    ])
    expect(said(text)).toEqual(['1001', '1002'])
    expect(said(text, { profile: { ofx: { has_payees: true } } })).toEqual(['1002', '1001 payee differs'])
  })

  test('tells the sign of paid checks, with which a file of nothing but a returned check is read', () => {
    const signOf = (...payments: string[]) =>
      readClearingFile(ofx(payments), { accountNumber: own }).guess?.ofx?.paid_sign
    expect(signOf(paid('CHECK', '-480.00', '1004'), paid('DEP', '55.00'))).toBe('minus')
    expect(signOf(paid('CHECK', '480.00', '1004'), paid('CHECK', '300.00', '1002'))).toBeUndefined()
    const returned = ofx([paid('CHECK', '480.00', '1004'), paid('CHECK', '300.00', '1002')])
    expect(said(returned)).toEqual(['1004', '1002'])
    expect(said(returned, { profile: { ofx: { paid_sign: 'minus' } } })).toEqual([`1004 ${back}`, `1002 ${back}`])
  })
})
