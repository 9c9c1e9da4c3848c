import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readOfx } from './ofx.ts'
import { payeeIn } from './payment-words.ts'
import { clearingProfile } from './profile.ts'

const own = { accountNumber: '12345678901' }
const withPayees = clearingProfile.parse({ ofx: { has_payees: true } }).ofx

// Both files are handwritten.
const sgml = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
CHARSET:1252

<OFX>
<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20261121060000</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1
<STMTRS><CURDEF>USD
<BANKACCTFROM><BANKID>021000021<ACCTID>12345678901<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261120
<STMTTRN>
<TRNTYPE>CHECK
<DTPOSTED>20261120120000[0:GMT]
<TRNAMT>-1234.56
<FITID>F-0001
<CHECKNUM>0001234
<NAME>ACME PARTS &amp; CO
</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261119<TRNAMT>-89,5<FITID>F-0002<CHECKNUM>1235<NAME>SMITH<PAYEE><NAME>SMITH OF<ADDR1>1 Main</PAYEE><BANKACCTTO><ACCTID>999</BANKACCTTO></STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261119<TRNAMT>500.00<FITID>F-0003<NAME>DEPOSIT</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261119<TRNAMT>-12.00<FITID>F-0004<NAME>FEE</STMTTRN>
<STMTTRN><TRNTYPE>CHECK<DTPOSTED>20261118<TRNAMT>-0.07<FITID>F-0005</STMTTRN>
</BANKTRANLIST>
<LEDGERBAL><BALAMT>10.00<DTASOF>20261120</LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1>
</OFX>
`
const xml = `<?xml version="1.0" encoding="UTF-8"?>
<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<!-- </OFX> of a comment is none --><!-- nor <B> or <STMTTRN> -->
<OFX>
  <BANKMSGSRSV1><STMTTRNRS><STMTRS>
    <CURDEF>USD</CURDEF>
    <BANKACCTFROM><BANKID>021000021</BANKID><ACCTID>XXXXXXX8901</ACCTID></BANKACCTFROM>
    <BANKTRANLIST>
      <STMTTRN>
        <TRNTYPE>CHECK</TRNTYPE>
        <DTPOSTED>20261120</DTPOSTED>
        <TRNAMT>-1,234.56</TRNAMT>
        <FITID>F-0001</FITID>
        <CHECKNUM>1234</CHECKNUM>
        <NAME><![CDATA[ACME <PARTS> & CO]]></NAME>
        <MEMO/>
      </STMTTRN>
    </BANKTRANLIST>
  </STMTRS></STMTTRNRS></BANKMSGSRSV1>
  <CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>USD</CURDEF><CCACCTFROM><ACCTID>12345678901</ACCTID></CCACCTFROM>
    <BANKTRANLIST><STMTTRN><TRNTYPE>CHECK</TRNTYPE><DTPOSTED>20261120</DTPOSTED><TRNAMT>-5.00</TRNAMT><FITID>C1</FITID>
      <CHECKNUM>77</CHECKNUM></STMTTRN></BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1>
</OFX>`
const problemsOf = (text: string) => readOfx(text, own).problems.map(({ line, message }) => `${line}: ${message}`)
const change = (from: string, to: string) => sgml.replace(from, () => to)

test('reads checks with and without a number from an OFX 1 file', () => {
  const { lines, problems, notes, skipped } = readOfx(sgml, own, withPayees)
  expect(problems).toEqual([])
  expect(notes).toEqual([])
  expect(lines.map(({ fingerprint, is, ...line }) => line)).toEqual([
    { number: 1234, amountCents: 123456, date: '2026-11-20', payee: 'ACME PARTS & CO', reference: 'F-0001', line: 12 },
    { number: 1235, amountCents: 8950, date: '2026-11-19', payee: 'SMITH', reference: 'F-0002', line: 20 },
    { number: null, amountCents: 7, date: '2026-11-18', payee: null, reference: 'F-0005', line: 23 },
  ])
  expect(skipped).toBe(2)
})

test('reads checks from an OFX 2 file, and ignores credit card payments', () => {
  const file = readOfx(xml.replace('1,234.56', '1234.56'), own, withPayees)
  expect(file).toMatchObject({ problems: [], notes: [], skipped: 0 })
  expect(file.lines).toEqual([
    {
      number: 1234,
      amountCents: 123456,
      date: '2026-11-20',
      payee: 'ACME <PARTS> & CO',
      reference: 'F-0001',
      line: 9,
      fingerprint: '2026-11-20|1234|123456|F-0001|1',
      is: 'check',
    },
  ])
})

test('reads credits and corrections as reversals', () => {
  const file = readOfx(
    change('-1234.56', '1234.56').replace('<CHECKNUM>1235', '<CHECKNUM>1235<CORRECTFITID>F-1<CORRECTACTION>DELETE'),
    own,
  )
  expect(file.lines.map(({ is, number }) => [is, number])).toEqual([
    ['reversal', 1234],
    ['reversal', 1235],
    ['check', null],
  ])
})

describe('refused OFX files', () => {
  test.each([
    [
      'a file that isn’t OFX',
      'Date,Amount\n',
      ['1: This isn’t an OFX file. Choose a file that the bank labels OFX or QFX.'],
    ],
    [
      'a truncated file',
      sgml.slice(0, sgml.indexOf('</BANKTRANLIST>')),
      ['23: The file ends before its last line. It might be cut off. Download it from the bank again.'],
    ],
    [
      'another account only',
      change('<ACCTID>12345678901', '<ACCTID>12345678902'),
      [expect.stringMatching(/^1: This file has no account ending in 8901. It is for …8902. Choose the file/)],
    ],
    [
      'a statement in another currency',
      change('<CURDEF>USD', '<CURDEF>CAD'),
      ['10: This statement is in “CAD”. Only dollar amounts can be used.'],
    ],
    [
      'a check in another currency',
      change('<CHECKNUM>0001234', '<CHECKNUM>1<CURRENCY><CURRATE>1.3<CURSYM>CAD</CURRENCY>'),
      ['12: This check is in “CAD”. Only dollar amounts can be used.'],
    ],
    [
      'an invalid amount',
      change('-1234.56', '-12x'),
      ['12: “-12x” isn’t the amount of a paid check. Ask the bank about this payment.'],
    ],
    [
      'an amount of zero',
      change('-1234.56', '0.00'),
      ['12: “0.00” isn’t the amount of a paid check. Ask the bank about this payment.'],
    ],
    [
      'an amount with two decimal points',
      change('-1234.56', '-1,234,56'),
      ['12: “-1,234,56” isn’t the amount of a paid check. Ask the bank about this payment.'],
    ],
    [
      'an invalid date',
      change('20261120120000', '20261320'),
      ['12: “20261320[0:GMT]” isn’t a valid date in the format 20261120. Ask the bank about this payment.'],
    ],
    [
      'a payment nested in another payment',
      change('</STMTTRN>\n<STMTTRN><TRNTYPE>DEBIT', '<STMTTRN><TRNTYPE>DEBIT'),
      ['12: This payment has no end tag. Download the file from the bank again.'],
    ],
    [
      'an unclosed last payment',
      change('<FITID>F-0005</STMTTRN>', '<FITID>F-0005'),
      ['27: The file ends before its last line. It might be cut off. Download it from the bank again.'],
    ],
    ['an empty file', '', ['1: This file is empty. Download it from the bank again.']],
  ])('names the line and the remedy when it refuses %s', (_which, text, problems) => {
    expect(problemsOf(text)).toEqual(problems)
  })
})

test.each([
  ['OFX 1', sgml],
  ['OFX 2', xml],
])('refuses a file of the format %s when it is truncated at any position', (_version, text) => {
  for (let end = 0; end < text.trimEnd().length; end += 1)
    expect(problemsOf(text.slice(0, end)), `cut after ${end}`).not.toEqual([])
})

const anyPayment = fc.record({
  number: fc.integer({ min: 1, max: 999_999 }),
  cents: fc.integer({ min: 1, max: 9_999_999_999 }),
  name: fc.stringMatching(/^[A-Z&<>"'é][A-Z &<>"'é]{0,28}[A-Z]$/).filter((name) => payeeIn(name) !== null),
})
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

test('reads a file the same with and without end tags', () => {
  fc.assert(
    fc.property(
      fc.array(anyPayment, { maxLength: 10 }),
      fc.boolean(),
      fc.constantFrom('', '\n', '\r\n  '),
      (payments, isXml, space) => {
        const leaf = (name: string, value: string) => `<${name}>${value}${isXml ? `</${name}>` : ''}${space}`
        const list = payments.map(
          ({ number, cents, name }, index) =>
            `<STMTTRN>${leaf('TRNTYPE', 'CHECK')}${leaf('DTPOSTED', '20261120')}${leaf('TRNAMT', `-${(cents / 100).toFixed(2)}`)}${leaf('FITID', `${index}`)}${leaf('CHECKNUM', `${number}`)}${leaf('NAME', escaped(name))}</STMTTRN>`,
        )
        const account = `<BANKACCTFROM>${leaf('ACCTID', own.accountNumber)}</BANKACCTFROM>`
        const { lines, problems } = readOfx(
          `<OFX><STMTRS>${leaf('CURDEF', 'USD')}${account}${list.join(space)}</STMTRS></OFX>`,
          own,
          withPayees,
        )
        expect(problems).toEqual([])
        expect(
          lines.map(({ number, amountCents, payee, reference }) => ({
            number,
            cents: amountCents,
            name: payee,
            reference,
          })),
        ).toEqual(payments.map((payment, index) => ({ ...payment, reference: `${index}` })))
      },
    ),
  )
})

describe('OFX files in which money paid is positive', () => {
  const line = (type: string, amount: string, number = '') =>
    `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20261120<TRNAMT>${amount}<FITID>${type}${amount}<CHECKNUM>${number}</STMTTRN>`
  const file = (...lines: readonly string[]) =>
    `<OFX><STMTRS><BANKACCTFROM><ACCTID>12345678901</BANKACCTFROM>\n${lines.join('\n')}</STMTRS></OFX>`
  const inverted = file(line('DEP', '-500.00'), line('CHECK', '10.00', '1001'), line('CHECK', '-20.00', '1002'))
  const plus = clearingProfile.parse({ ofx: { paid_sign: 'plus' } }).ofx
  const minus = clearingProfile.parse({ ofx: { paid_sign: 'minus' } }).ofx
  const kinds = (text: string, profile: typeof plus = null) =>
    readOfx(text, own, profile).lines.map(({ is, number, amountCents }) => [is, number, amountCents])
  const question = {
    line: 3,
    message:
      'Deposits in this file are negative, or fees positive, so its positive checks could be paid or taken back. Choose the Sign of Paid Checks in the file profile.',
  }

  test.each([
    ['a negative deposit', inverted],
    ['a positive fee', file(line('FEE', '3.00'), line('CHECK', '10.00', '1001'))],
    ['a positive debit with a check number', file(line('DIV', '-1.00'), line('DEBIT', '10.00', '1001'))],
  ])('ask for the sign if there is %s and none with the usual sign', (_, text) => {
    expect(readOfx(text, own).problems).toEqual([question])
  })

  test('are read by the sign in the profile', () => {
    expect(kinds(inverted, plus)).toEqual([
      ['check', 1001, 1000],
      ['reversal', 1002, 2000],
    ])
    expect(kinds(inverted, minus)).toEqual([
      ['reversal', 1001, 1000],
      ['check', 1002, 2000],
    ])
    expect([readOfx(inverted, own, plus).problems, readOfx(inverted, own, minus).problems]).toEqual([[], []])
  })

  test.each([
    [
      'a positive deposit',
      file(line('DEP', '500.00'), line('CHECK', '10.00', '1001'), line('CHECK', '-20.00', '1002')),
    ],
    ['a negative fee and a refund', file(line('FEE', '-3.00'), line('FEE', '3.00'), line('CHECK', '10.00', '1001'))],
  ])('aren’t suspected if there is %s', (_, text) => {
    expect(readOfx(text, own).problems).toEqual([])
    expect(kinds(text)[0]).toEqual(['reversal', 1001, 1000])
  })

  test('read every check as paid by the sign in the profile if no amount is negative', () => {
    const text = file(line('CHECK', '10.00', '1001'), line('FEE', '3.00'))
    expect(kinds(text, plus)).toEqual([['check', 1001, 1000]])
    expect(readOfx(text, own, plus).problems).toEqual([])
  })
})
