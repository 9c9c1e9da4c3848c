import { describe, expect, test } from 'vitest'
import { back, bai2Of, own, said } from '../../testing/bank-files.ts'
import { readClearingFile } from './read-file.ts'

const paid = (records: readonly string[]) => {
  const total = records.reduce((sum, record) => sum + Number(record.split(',')[2]), 0)
  return bai2Of(total, ...records)
}

describe('the field of the check numbers in a BAI2 file', () => {
  // biome-ignore format: a table, one row each
  test.each([
    ['a reversal', ['16,475,100000,0,70000001,1001,/', '16,475,30000,0,70000002,1002,/', '16,395,100000,0,70000003,1001,CHECK REVERSAL/'], ['1002', `1001 ${back}`]],
    ['a check paid twice', ['16,475,100000,0,70000001,1001,/', '16,475,30000,0,70000002,1002,/', '16,475,30000,0,70000003,1002,/'], ['1001', '1002', '1002 cleared twice']],
    ['the same check twice and nothing else', ['16,475,100000,0,70001,1001,/', '16,475,100000,0,70002,1001,/'], ['1001', '1001 cleared twice']],
    ['a check without a serial', ['16,475,100000,0,70000001,1001,/', '16,475,30000,0,70000002,1002,/', '16,475,7725,0,70000003,,/'], ['1001', '1002', 'null unknown number']],
    ['half of the checks without a serial', ['16,475,100000,0,52001,1001,/', '16,475,7725,0,52002,,/'], ['1001', 'null unknown number']],
    ['only a check without a serial, beside a long bank reference', ['16,475,7725,0,70000003,,/'], ['null unknown number']],
    ['a number in the text of a check without a serial', ['16,475,100000,0,70000001,1001,/', '16,475,30000,0,70000002,,CHECK 1002/'], ['1001', '1002']],
    ['a batch number after a word in the text', ['16,475,100000,,,1001,SERIAL 77/', '16,475,30000,,,1002,SERIAL 78/'], ['1001', '1002']],
    ['the number of an item in the text', ['16,475,100000,,,1001,CHECK NO 55/', '16,475,100000,,,1001,CHECK NO 56/'], ['1001', '1001 cleared twice']],
    ['numbers after a word, beside longer customer references', ['16,475,100000,,1,10303403,CHKN 1001/', '16,475,30000,,2,10303404,CHKN 1002/'], ['1001', '1002']],
    ['the number of a store as customer reference', ['16,475,100000,,1001,17,CHECK PAID/', '16,475,30000,,1002,17,CHECK PAID/'], ['1001', '1002']],
    ['the date of the group as customer reference', ['16,475,100000,,1001,261126,CHECK PAID/'], ['1001']],
    ['a funds type in the next record', ['16,475,100000,/\n88,0,0012,1001,CHECK/', '16,475,30000,,/\n88,Z,0013,1002,CHECK/'], ['1001', '1002']],
    ['another number in the texts', ['16,475,100000,,1,1001,SERIAL 77/', '16,475,30000,,2,1002,SERIAL 77/', '16,475,7725,,3,,SERIAL 77/'], ['1001', '1002', 'null unknown number']],
    ['a check paid twice, and one without a serial', ['16,475,100000,,9000001,1001,/', '16,475,100000,,9000002,1001,/', '16,475,30000,,9000003,,/'], ['1001', '1001 cleared twice', 'null unknown number']],
    ['serials in the bank reference', ['16,475,100000,,0000001001,,CHECK PAID/', '16,475,30000,,0000001002,,CHECK PAID/'], ['1001', '1002']],
    ['a trace as customer reference of one check', ['16,475,100000,,1,1001,/', '16,475,30000,,2,1002,/', '16,475,7725,,3,20263300123,/'], ['1001', '1002', 'not ours: 1']],
  ] as const)('is found beside %s', (_, records, expected) => {
    expect(said(paid(records))).toEqual(expected)
  })

  test('stays the same if a few of many checks have no serial', () => {
    const records = Array.from({ length: 40 }, (_, at) => `16,475,100,0,${500_100 + at},${at < 38 ? 1005 + at : ''},/`)
    const { lines } = readClearingFile(paid(records).join('\n'), { accountNumber: own })
    expect(lines.map(({ number }) => number)).toEqual(records.map((_, at) => (at < 38 ? 1005 + at : null)))
  })

  test('is kept with the rest of the profile, to read later files the same way', () => {
    const guessOf = (...records: string[]) =>
      readClearingFile(paid(records).join('\n'), { accountNumber: own }).guess?.bai2?.number_in
    expect(guessOf('16,475,100000,,52001,1001,/')).toBe('customer reference')
    expect(guessOf('16,475,100000,,1001,,/')).toBe('bank reference')
    expect(guessOf('16,475,100000,,1,,CHECK 1001/')).toBe('text')
    expect(guessOf('16,475,100000,,70000001,,/')).toBeUndefined()
  })

  test('stays that of the profile in a file whose only check has no serial', () => {
    const profile = { bai2: { number_in: 'customer reference' } }
    expect(said(paid(['16,475,7725,0,52003,,/']), { profile })).toEqual(['null unknown number'])
  })
})

describe('payments that the bank took back, in a BAI2 file', () => {
  // biome-ignore format: a table, one row each
  test.each([
    ['posted and returned', ['16,255,100000,,,1001,CHECK POSTED AND RETURNED/'], [`1001 ${back}`]],
    ['paid, and posted and returned', ['16,475,100000,,,1001,/', '16,255,100000,,,1001,/'], [`1001 ${back}`]],
    ['a debit reversal', ['16,252,100000,,,1001,DEBIT REVERSAL/'], [`1001 ${back}`]],
    ['a return item', ['16,266,100000,,,1001,RETURN ITEM/'], [`1001 ${back}`]],
    ['a miscellaneous credit for a returned check', ['16,399,100000,,5551234,,RETURNED CHECK 1001/'], [`1001 ${back}`]],
    ['a reversal without a number', ['16,395,100000,,,,CHECK REVERSAL/'], [`null ${back}`]],
    ['a returned check with another amount', ['16,399,90000,,,,RETURNED CHECK 1001/'], [`1001 ${back}`]],
    ['a debit reversal of something else', ['16,252,5500,,,1001,DEBIT REVERSAL/'], ['not ours: 1']],
    ['a return item that isn’t ours', ['16,266,5500,,,4455,RETURN ITEM/'], ['not ours: 1']],
    ['a return item without a number', ['16,266,5500,,,,ACH RETURN/'], ['left out: 1']],
    ['a returned deposit', ['16,555,100000,,,1001,DEPOSITED ITEM RETURNED/', '16,557,30000,,,1002,ACH RETURN/'], ['left out: 2']],
    ['a returned deposit that was credited again', ['16,399,5500,,,4455,REDEPOSIT OF RETURNED CHECK 4455/'], ['not ours: 1']],
    ['a deposit and an adjustment', ['16,165,100000,,,1001,ACH CREDIT/', '16,357,100000,,,1001,CREDIT ADJ/'], ['left out: 2']],
  ] as const)('are recognized: %s', (_, records, expected) => {
    expect(said(paid(records), { changes: {} })).toEqual(expected)
    const stored = { bai2: { reversal_codes: ['395'], number_in: 'customer reference' } }
    expect(said(paid(records), { profile: stored })).toEqual(expected)
  })
})

/** A file with one group for each statement. */
const statements = (...groups: readonly { mark: string; date?: string; records: readonly string[] }[]) => [
  '01,021200025,X,261127,0500,1,,,2/',
  ...groups.flatMap(({ mark, date = '261126', records }) => [
    `02,X,021200025,1,${date},,USD,${mark}/`,
    `03,${own},,,,,/`,
    ...records,
    '49,,/',
    '98,,,/',
  ]),
  '99,,,/',
]
const [one, two] = ['16,475,100000,,12,1001,/', '16,475,30000,,13,1002,/']

describe('several statements in a BAI2 file', () => {
  // biome-ignore format: a table, one row each
  test.each([
    ['an interim and a final one', statements({ mark: '1', records: [one] }, { mark: '2', records: [one, two] }), ['1001', '1002', 'left out: 1']],
    ['interim ones of the same day', statements({ mark: '3', records: [one] }, { mark: '3', records: [one, two] }, { mark: '4', records: [one, two] }), ['1001', '1002', 'left out: 3']],
    ['other bank references in the final one', statements({ mark: '1', records: [one] }, { mark: '2', records: ['16,475,100000,,99,1001,/'] }), ['1001', 'left out: 1']],
    ['a check that the final one has twice', statements({ mark: '1', records: [one] }, { mark: '2', records: [one, '16,475,100000,,14,1001,/'] }), ['1001', '1001 cleared twice', 'left out: 1']],
    ['a payment that only the interim one has', statements({ mark: '1', records: [one, two] }, { mark: '2', records: [one] }), ['1001', '1002', 'left out: 1']],
    ['final ones that both have a check', statements({ mark: '2', records: [one] }, { mark: '2', records: [one] }), ['1001', '1001 cleared twice']],
    ['an interim one of another day', statements({ mark: '1', date: '261125', records: [one] }, { mark: '2', records: [one] }), ['1001', '1001 cleared twice']],
  ] as const)('are read: %s', (_, text, expected) => {
    expect(said(text)).toEqual(expected)
  })
})

test.each([['END OF TRANSMISSION', '', '   '], ['*** END ***', 'RECORDS: 7'], ['//EOF']])(
  'leaves out the lines of a transmission after the end: %s',
  (...lines) => {
    const count = lines.filter((line) => line.trim() !== '').length
    expect(said([...paid([one]), ...lines])).toEqual(['1001', `left out: ${count}`])
  },
)

test('refuses records after the end, which can be a part of another file', () => {
  expect(said([...paid([one]), two])[0]).toMatch(/^refused: Record 16 isn’t allowed outside any file/)
})
