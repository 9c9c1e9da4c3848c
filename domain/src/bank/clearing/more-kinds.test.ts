import { describe, expect, test } from 'vitest'
import { back, own, said } from '../../testing/bank-files.ts'
import { clearingProfile } from './profile.ts'
import { decodeClearingFile, readClearingFile } from './read-file.ts'

const names = 'Account,Check Number,Amount,Date'
const stated = (line: string) => `<STMTTRN><TRNTYPE>CHECK<DTPOSTED>20261126${line}</STMTTRN>`
const ofx = (...lines: readonly string[]) =>
  `<OFX><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>${own}</BANKACCTFROM><BANKTRANLIST>${lines.join('')}</BANKTRANLIST></STMTRS></OFX>`
const bai = (total: number, ...records: readonly string[]) =>
  [
    '01,021200025,ME,261126,0829,1,,,2/',
    '02,ME,021200025,1,261126,,USD,2/',
    `03,${own},USD/`,
    ...records,
    `49,${total},${records.length + 2}/`,
    '98,,,/',
    '99,,,/',
  ].join('\n')

describe('bank files that say less than they seem to', () => {
  test.each([
    [
      'another account’s number that a spreadsheet shortened',
      [names, '8.392E+10,1001,1000.00,11/26/2026', '5.550E+10,1002,300.00,11/26/2026'],
      ['1001', 'of others: 1'],
    ],
    [
      'accounts named by words',
      [names, 'Operating,1001,1000.00,11/26/2026', 'Parts,1002,300.00,11/26/2026'],
      [expect.stringMatching(/^refused: .*“Operating” and “Parts”.*Names at the Bank\.$/)],
    ],
    [
      'one account named by a word',
      [names, 'Operating,1001,1000.00,11/26/2026', 'Operating,1002,300.00,11/26/2026', 'Total,,1300.00,'],
      ['1001', '1002', 'left out: 1'],
    ],
    [
      'last digits of accounts without a header',
      ['4655,1001,11/26/2026,1000.00', '4655,1002,11/26/2026,300.00', '9912,1003,11/26/2026,77.25'],
      ['1001', '1002', 'of others: 1'],
    ],
    [
      'codes of voided and stopped checks',
      [
        `${names},Status`,
        `${own},1001,1000.00,11/26/2026,P`,
        `${own},1002,300.00,11/26/2026,V`,
        `${own},1003,77.25,11/26/2026,S`,
      ],
      ['1001', 'left out: 2'],
    ],
    [
      'returned checks',
      ['Serial,Amount,Date,Status', '1001,1000.00,11/26/2026,Paid', '1002,300.00,11/26/2026,Returned'],
      ['1001', 'left out: 1'],
    ],
    [
      'codes of debits and credits',
      [
        'Date,Check,Amount,Type',
        '11/26/2026,1001,1000.00,D',
        '11/26/2026,445566,5250.00,C',
        '11/26/2026,1002,300.00,C',
      ],
      ['1001', `1002 ${back}`, 'not ours: 1'],
    ],
    [
      'fixed columns of another account alone',
      ['0055500012345000000100211262026000000030000'],
      [expect.stringMatching(/^refused: /)],
    ],
    [
      'pending checks',
      ['Date,Check,Amount,Status', '11/26/2026,1001,-1000.00,Posted', '11/27/2026,1002,-300.00,Pending'],
      ['1001', 'left out: 1'],
    ],
    [
      'the issues that were sent to the bank',
      [`I,${own},1001,112626,1000.00,HARBOR GLASS`, `V,${own},1002,112626,300.00,COAST TOWING`],
      ['left out: 2'],
    ],
    [
      'only the days of issues',
      ['Check Number,Issue Date,Amount', '1001,11/26/2026,1000.00'],
      [expect.stringMatching(/^refused: This file’s format can’t be recognized/)],
    ],
    [
      'the days of voids beside those of payments',
      ['Check,Amount,Void Date,Posted', '1001,1000.00,,11/26/2026', '1002,300.00,11/26/2026,'],
      ['1001', 'left out: 1'],
    ],
    [
      'check numbers in the reference column',
      [
        'Date,Reference,Description,Amount',
        '11/26/2026,1001,CHECK PAID,-1000.00',
        '11/26/2026,220260033112,ACH,-42.50',
      ],
      ['1001', 'left out: 1'],
    ],
    [
      'bank numbers and BAI codes in columns of their own',
      [
        'As Of,BankId,Account,BAI Code,Description,Amount,Value Date,Customer Reference,# of Items',
        `11/26/2026,021200025,${own},475,CHECK PAID,1000.00,,1001,`,
        `11/26/2026,021200025,${own},165,ACH CREDIT,5250.00,,7781,`,
      ],
      ['1001', 'left out: 1'],
    ],
    [
      'amounts with commas and no quotation marks',
      ['Date,Check,Amount', '11/26/2026,1001,1,000.00', '11/26/2026,1002,300.00'],
      ['1001', '1002'],
    ],
    [
      'spaces within amounts',
      [
        'Date;Check;Amount',
        '11/26/2026;1001;-1\u2009000.00',
        '11/26/2026;1002;$ (300.00)',
        '11/26/2026;1003;($ 77.25)',
      ],
      ['1001', '1002', '1003'],
    ],
    [
      'fixed columns with a slash in the date',
      ['83920174655 0000001001 11/26/2026    1000.00 CHECK', '83920174655 0000001002 11/26/2026     300.00 CHECK'],
      ['1001', '1002'],
    ],
    [
      'fixed columns with a date of six digits, and commas in the amount',
      ['C 83920174655  1001     1,000.00 112626', 'C 83920174655  1002       300.00 112626'],
      ['1001', '1002'],
    ],
    [
      'fixed columns in which a number and a date make another date',
      [
        'D83920174655000000100120261126000000100000',
        'D83920174655000000100220261126000000030000',
        'D83920174655000000100320261126000000007725',
      ],
      ['1001', '1002', '1003'],
    ],
    [
      'records of a header and a trailer as long as the payments',
      [
        'H021200025261126HARBOR BANK',
        'D839201746550000001001000010000011262026',
        'D839201746550000001002000003000011262026',
        'T0000020000130000',
      ],
      ['1001', '1002'],
    ],
    [
      'a record type before the account',
      [
        '60 83920174655 0001001 0000100000 261126 P HARBOR GLASS',
        '60 83920174655 0001002 0000030000 261126 P COAST TOWING',
      ],
      ['1001', '1002'],
    ],
    [
      'a printed report',
      [
        'CHECK      DATE PAID       AMOUNT',
        '---------  ----------  -----------',
        '     1001  11/26/2026     1,000.00',
        '     1002  11/26/2026       300.00',
        '                       -----------',
        'TOTAL                     1,300.00',
      ],
      ['1001', '1002', 'left out: 4'],
    ],
    [
      'numbers aligned right that grow beyond the first lines',
      [
        ...Array.from({ length: 800 }, () => '     1002  11/26/2026       300.00'),
        '    21002  11/26/2026       300.00',
      ],
      expect.arrayContaining(['21002 out of sequence']),
    ],
    [
      'checks, references, and withdrawals in words (PNC)',
      [
        'Date,Description,Withdrawals,Deposits,Balance',
        '11/26/2026,"CHECK 1001 REFERENCE NO. 038371","$1,000.00","","$5.00"',
        '11/26/2026,"ACH DEBIT 1002 XYZ","$300.00",,"$4.00"',
      ],
      ['1001', 'left out: 1'],
    ],
    [
      'a check or serial number (Truist)',
      [
        'Posted Date,Transaction Type,Check/Serial #,Full description,Amount,Daily Posted Balance',
        '11/26/2026,Check,1001,CHECK #1001,"($1,000.00)",$5.00',
        '11/25/2026,Debit,,DEBIT CARD,($12.00),$9.00',
      ],
      ['1001', 'left out: 1'],
    ],
    [
      'months and weekdays in words, and days as spreadsheets count them',
      ['Check;Date;Amount', '1001;Thursday, November 26, 2026;1000.00', '1002;26NOV2026;300.00'],
      ['1001', '1002'],
    ],
    [
      'a header on every page and the sides behind the amounts',
      ['Check\tDate\tAmount', '1001\t46352\t1,000.00 DR', 'Check\tDate\tAmount', '1002\t46352\t300.00 CR', 'Page 2'],
      ['1001', `1002 ${back}`, 'left out: 1'],
    ],
  ] as const)('reads columns with %s', (_, lines, expected) => {
    expect(said(`${lines.join('\n')}\n`)).toEqual(expected)
  })

  test.each([
    ['a funds type that ends its line', bai(100_000, '16,475,100000,S,', '88,100000,0,0,BR9,1001,CHECK/'), ['1001']],
    [
      'numbers after SER NO and CHK NBR',
      bai(130_000, '16,475,100000,Z,8837462910,,SER NO 1001/', '16,475,30000,Z,8837462911,,CHK NBR: 0000001002 PAID/'),
      ['1001', '1002'],
    ],
    ['spaces around its fields', bai(100_000, '16 , 475 , 100000 , Z , , 1001 , /'), ['1001']],
    [
      'a value date, and amounts by day of availability',
      bai(
        130_000,
        '16,475,100000,V,261126,0900,BANKREF,1001,INCLEARING/',
        '16,475,30000,D,3,0,10000,1,10000,2,10000,,0000001002,X/',
      ),
      ['1001', '1002'],
    ],
    [
      'lines of eighty letters',
      bai(100_000, '16,475,100000,Z,,1001/').replace(/.+/g, (line) => line.padEnd(80)),
      ['1001'],
    ],
    [
      'share drafts without a number of their own',
      ofx(
        '<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261126<TRNAMT>-1000.00<FITID>1<NAME>Share Draft 1001</STMTTRN>',
        '<STMTTRN><TRNTYPE>OTHER<DTPOSTED>20261126<TRNAMT>-300.00<FITID>2<NAME>DRAFT #1002</STMTTRN>',
      ),
      ['1001', '1002'],
    ],
    ['tags in lowercase', ofx(stated('<TRNAMT>-1,000.00<FITID>1<CHECKNUM># 1001')).toLowerCase(), ['1001']],
    ['a blank that ends its line', bai(100_000, '16,475,100000,Z,,/', '88,1001,CHECK/'), ['1001']],
    [
      'equal identifiers for all payments',
      ofx(stated('<TRNAMT>-1000.00<FITID>0<CHECKNUM>1001'), stated('<TRNAMT>-300.00<FITID>0<CHECKNUM>1002')),
      ['1001', '1002'],
    ],
    [
      'the same payment twice',
      ofx(stated('<TRNAMT>-1000.00<FITID>7<CHECKNUM>1001'), stated('<TRNAMT>-1000.00<FITID>7<CHECKNUM>1001')),
      ['1001', 'left out: 1'],
    ],
    [
      'a payment and its reversal with equal identifiers',
      ofx(stated('<TRNAMT>-1000.00<FITID>7<CHECKNUM>1001'), stated('<TRNAMT>1000.00<FITID>7<CHECKNUM>1001')),
      [`1001 ${back}`],
    ],
  ])('reads a file with %s', (_, text, expected) => {
    expect(said(text)).toEqual(expected)
  })

  test.each([
    ['PK\u0003\u0004 [Content_Types].xml xl/workbook.xml', /^refused: This is an Excel file\./],
    ['PK\u0003\u0004 november.csv', /^refused: This is a ZIP file\./],
    ['ÐÏ\u0011à', /^refused: This is an Excel or other Office file\./],
    ['%PDF-1.7\n1 0 obj', /^refused: This is a PDF file\./],
    ['‰PNG\r\n', /^refused: This is a picture\./],
    ['<!DOCTYPE html><html><title>Sign in</title></html>', /^refused: This is a web page\./],
    ['<html><table><tr><td>Check</td></tr></table></html>', /^refused: This is a web page\./],
    [
      '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">',
      /^refused: This is a CAMT file/,
    ],
    [':20:START\n:25:83920174655\n:61:2611261126DD1000,00NCHK1001\n', /^refused: This is an MT940 file/],
    ['!Type:Bank\nD11/26/2026\nT-1,000.00\nN1001\n^\n', /^refused: This is a QIF file/],
  ])('names the kind of the wrong file %j', (text, refusal) => {
    expect(said(text)).toEqual([expect.stringMatching(refusal)])
    const csv = { has_names: true, number: 'Check', amount: 'Amount', date: 'Date', date_form: 'MM/DD/YYYY' }
    expect(readClearingFile(text, { accountNumber: own, profile: clearingProfile.parse({ csv }) }).format).toBeNull()
  })

  const text = 'Date,Check,Amount\r\n11/26/2026,1001,1000.00\r\n'
  const pairs = [...text].map((letter) => [letter.charCodeAt(0), 0])
  const bytesOf = (written: string) => new TextEncoder().encode(written)
  test.each([
    ['UTF-16 without a mark', new Uint8Array(pairs.flat())],
    ['UTF-16 in the other order without a mark', new Uint8Array(pairs.flatMap(([letter = 0]) => [0, letter]))],
    ['an end-of-file mark', bytesOf(`${text}\u001a`)],
    ['padding with zeros', bytesOf(`${text}${'\0'.repeat(500)}`)],
  ])('decodes %s', (_, bytes) => {
    expect(said(decodeClearingFile(bytes))).toEqual(['1001'])
  })
})
