import { describe, expect, test } from 'vitest'
import { back, bai2Of, own, said } from '../../testing/bank-files.ts'
import { decodeClearingFile, readClearingFile } from './read-file.ts'

const refused = (words: RegExp) => [expect.stringMatching(new RegExp(`^refused: .*${words.source}`))]

describe('BAI2 files as banks and their software write them', () => {
  const quoted = (lines: readonly string[]) => lines.map((line) => `${line.slice(0, -1).replace(/[^,]+/g, '"$&"')}/`)
  const twoDays = [
    '01,021200025,ME,261127,0829,1,,,2/',
    '02,ME,021200025,1,261126,,USD,2/',
    `03,${own},USD/`,
    '16,475,100000,Z,,1001/',
    '49,100000,3/',
    '98,100000,1,5/',
    '02,ME,021200025,1,261127,,USD,2/',
    `03,${own},USD/`,
    '16,475,30000,Z,,1002/',
    '49,30000,3/',
    '98,30000,1,5/',
    '99,130000,2,12/',
  ]
  test.each([
    ['quoted fields', quoted(bai2Of(100_000, '16,475,100000,Z,8837462910,0001001,CHECK PAID/')), ['1001']],
    [
      'commas in quoted texts',
      bai2Of(
        130_000,
        '16,475,100000,Z,"","1001","HARBOR GLASS, INC"/',
        '88,"PAID, POSTED"/',
        '16,475,30000,Z,"",1002/',
      ),
      ['1001', '1002'],
    ],
    [
      'lines that a spreadsheet filled with commas',
      bai2Of(100_000, '16,475,100000,Z,,1001,CHECK/').map((line) => `${line},,,,`),
      ['1001'],
    ],
    [
      'transfers, returned deposits, and fees',
      bai2Of(
        165_000,
        '16,475,100000,Z,,1001/',
        '16,575,30000,Z,,1002,ZBA TRANSFER/',
        '16,555,30000,Z,,1003,DEPOSITED ITEM RETURNED/',
        '16,698,5000,Z,,1004,FEES/',
      ),
      ['1001', 'left out: 3'],
    ],
    [
      'the number in a continuation',
      bai2Of(
        130_000,
        '16,475,100000,Z,8837462910,/',
        '88,CHECK NUMBER: 0001001/',
        '16,475,30000,Z,8837462911,/',
        '88,CHECK NUMBER: 0001002/',
      ),
      ['1001', '1002'],
    ],
    [
      'texts that end with their line',
      bai2Of(100_000, '16,475,100000,Z,,1001,CHECK PAID', '88,HARBOR GLASS', '88,SEQ 99120034'),
      ['1001'],
    ],
    ['groups of two days', twoDays, ['1001', '1002']],
    [
      'a reversal with its reason',
      bai2Of(130_000, '16,475,100000,Z,,1001,CHECK PAID/', '16,395,30000,Z,,1002,CHECK REVERSAL', '88,NSF/'),
      ['1001', `1002 ${back}`],
    ],
    ['amounts in dollars', bai2Of(100_000, '16,475,1000.00,Z,,1001/'), refused(/isn’t an amount in cents/)],
    [
      'totals of two accounts',
      [
        ...bai2Of(0).slice(0, 2),
        '03,55500012345,USD,010,5,,,100,30000,1,/',
        '16,475,30000,Z,,1002/',
        '49,60005,3/',
        `03,${own},USD,010,5,,,100,100000,1,/`,
        '16,475,100000,Z,,1001/',
        '49,200005,3/',
        '98,260010,2,8/',
        '99,260010,1,10/',
      ],
      ['1001', 'of others: 1'],
    ],
  ] as const)('reads a BAI2 file with %s', (_, lines, expected) => {
    expect(said(`${lines.join('\r\n')}\r\n`)).toEqual(expected)
  })

  test('shows the lines of a BAI2 file as they are', () => {
    const text = bai2Of(100_000, '16,475,100000,Z,"",1001,"CHECK PAID"/').join('\n')
    const { sample } = readClearingFile(text, { accountNumber: own })
    expect(sample).toMatchObject([{ line: 4, text: '16,475,100000,Z,,1001,CHECK PAID', check: { number: 1001 } }])
  })

  test('reads a BAI2 file behind a byte order mark, with the line ends of old Macs', () => {
    expect(said(`\uFEFF${bai2Of(100_000, '16,475,100000,Z,,1001/').join('\r')}`)).toEqual(['1001'])
  })
})

describe('OFX files as banks and their software write them', () => {
  const ofx = (...payments: readonly string[]) =>
    [
      'OFXHEADER:100',
      'DATA:OFXSGML',
      '',
      `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>${own}</BANKACCTFROM><BANKTRANLIST>`,
      ...payments.map((payment, at) => `<STMTTRN>${payment}<FITID>F${at}</STMTTRN>`),
      '</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
    ].join('\r\n')
  const check = (amount: string, more: string, type = 'CHECK') =>
    `<TRNTYPE>${type}<DTPOSTED>20261126<TRNAMT>${amount}${more}`
  test.each([
    [
      'only reference numbers',
      ofx(check('-1000.00', '<REFNUM>1001<NAME>CHECK'), check('-300.00', '<REFNUM>0000001002')),
      ['1001', '1002'],
    ],
    [
      'traces as reference numbers',
      ofx(
        check('-1000.00', '<REFNUM>026330011223344<NAME>CHECK<MEMO>CHECK 1001'),
        check('-42.50', '<REFNUM>1002<NAME>ACME ACH', 'DEBIT'),
        check('-300.00', '<REFNUM>1003<NAME>Check 1002', 'DEBIT'),
      ),
      ['1001', '1002', 'left out: 1'],
    ],
    [
      'payments without a type',
      ofx('<DTPOSTED>20261126<TRNAMT>-1000.00<CHECKNUM>1001', check('-300.00', '<CHECKNUM>1002', 'DRAFT')),
      ['1001', '1002'],
    ],
    [
      'the number alone in the memo',
      ofx(check('-1000.00', '<NAME>Check<MEMO>1001'), check('-300.00', '<CHECKNUM>0<NAME>CHECK<MEMO>0001002')),
      ['1001', '1002'],
    ],
    ['twelve digits', ofx(check('-1000.00', '<CHECKNUM>000000001001<NAME>HARBOR &amp; GLASS')), ['1001']],
    ['a payee of its own', ofx(check('-1000.00', '<CHECKNUM>1001<PAYEE><NAME>X<ADDR1>Y<CITY>Z</PAYEE>')), ['1001']],
    [
      'withdrawals at a counter and cash',
      ofx(
        check('-1000.00', '<CHECKNUM>1001'),
        check('-50.00', '<NAME>CASH WITHDRAWAL', 'ATM'),
        check('-60.00', '<CHECKNUM>1002<NAME>POS', 'POS'),
      ),
      ['1001', 'left out: 2'],
    ],
    [
      'a card statement beside the account',
      ofx(check('-1000.00', '<CHECKNUM>1001')).replace(
        '</OFX>',
        '<CREDITCARDMSGSRSV1><CCSTMTRS><CURDEF>USD<CCACCTFROM><ACCTID>4111</CCACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261126<TRNAMT>-300.00<FITID>9<CHECKNUM>1002</STMTTRN></BANKTRANLIST></CCSTMTRS></CREDITCARDMSGSRSV1></OFX>',
      ),
      ['1001', 'of others: 1'],
    ],
    [
      'checks and deposits without signs',
      ofx(
        check('1000.00', '<CHECKNUM>1001'),
        check('300.00', '<CHECKNUM>1002'),
        check('500.00', '<NAME>DEPOSIT', 'DEP'),
      ),
      ['1001', '1002', 'left out: 1'],
    ],
    [
      'a correction',
      ofx(check('1000.00', '<CHECKNUM>1001<CORRECTFITID>OLD<CORRECTACTION>DELETE', 'CREDIT')),
      [`1001 ${back}`],
    ],
  ] as const)('reads an OFX file with %s', (_, text, expected) => {
    expect(said(text)).toEqual(expected)
  })

  test('reads XML on a single line with times of the bank', () => {
    const payment =
      '<STMTTRN><TRNTYPE>CHECK</TRNTYPE><DTPOSTED>20261126120000.000[-5:EST]</DTPOSTED><TRNAMT>-1000.00</TRNAMT><FITID>1</FITID><CHECKNUM>1001</CHECKNUM></STMTTRN>'
    const text = `<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="211"?><OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD</CURDEF><BANKACCTFROM><BANKID>021200025</BANKID><ACCTID>${own}</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM><BANKTRANLIST>${payment}</BANKTRANLIST><LEDGERBAL><BALAMT>1.00</BALAMT></LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
    expect(said(text)).toEqual(['1001'])
  })
})

describe('files that aren’t bank files', () => {
  test.each([
    [
      '<?xml version="1.0"?>\n<!-- Harbor Bank -->\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn/></Document>',
      /CAMT/,
    ],
    [
      `<?xml version="1.0"?><!--${' x'.repeat(1500)}--><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"/>`,
      /CAMT/,
    ],
    ['<?xml version="1.0"?><ns2:Document xmlns:ns2="urn:iso:std:iso:20022:tech:xsd:camt.052.001.02"/>', /CAMT/],
    ['<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"/>', /can’t be read/],
    ['{1:F01BANKUS33AXXX0000000000}{2:I940BANKUS33XXXXN}{4:\n:20:1\n', /MT940/],
    [
      '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
      /Excel/,
    ],
    ['{"transactions":[{"check":1001,"amount":1000.00,"date":"2026-11-26"}]}', /can’t be recognized/],
    ['{\\rtf1\\ansi Check 1001', /can’t be recognized/],
  ])('refuses %j', (text, words) => {
    expect(said(text)).toEqual(refused(words))
  })

  const text = 'Date,Check,Payee,Amount\r11/26/2026,1001,Harbor Glass,1000.00\r'
  test.each([
    ['old line ends', new TextEncoder().encode(text)],
    ['Windows letters', Uint8Array.from([...text.replace('Harbor', 'Härbor')], (letter) => letter.charCodeAt(0))],
    ['UTF-16 with a mark', new Uint8Array([0xfe, 0xff, ...[...text].flatMap((letter) => [0, letter.charCodeAt(0)])])],
  ])('decodes %s', (_, bytes) => {
    expect(said(decodeClearingFile(bytes))[0]).toMatch(/^1001/)
  })
})
