import { describe, expect, test } from 'vitest'
import { back, own, said } from '../../testing/bank-files.ts'

/** A BAI2 file with one group. `account`: its records 03 and 16, with the lines of other accounts before it. */
function bai(total: number, records: readonly string[], { before = [] as string[], head = [] as string[] } = {}) {
  const size = records.length + 1
  return [
    ...head,
    '01,021200025,ME,261126,0829,1,,,2/',
    '02,ME,021200025,1,261126,,USD,2/',
    ...before,
    ...records,
    `49,${total},${size}/`,
    `98,,,/`,
    `99,,,/`,
  ].join('\n')
}
const account = `03,${own},USD/`

describe('BAI2 files', () => {
  test.each([
    [
      'a comma before the slash of an 88',
      bai(200_700, [
        `03,${own},USD,010,500,/`,
        '88,,,015,200,2,,/',
        '88,100,,,,400,100000,1,/',
        '16,475,100000,Z,,1001,/',
      ]),
      ['1001'],
    ],
    [
      'a summary code split between records 88',
      bai(100_800, [
        `03,${own},,010,500,,/`,
        '88,015,-700,,,/',
        '88,100',
        '88,1000,,/',
        '16,475,100000,0,,1001,',
        '88,HARBOR GLASS,/',
      ]),
      ['1001'],
    ],
    [
      'a signed total with nineteen digits',
      bai(99_500, [
        `03,${own},USD,040,-00000000000000500,,/`,
        '16,475,+000000000000000100000,S,0,100000,0,,1001/',
      ]).replace('49,99500', '49,+0000000000000099500'),
      ['1001'],
    ],
    [
      'a negative total filled with zeros',
      bai(-400_000, [`03,${own},USD,040,-500000,,/`, '16,475,100000,,,1001/']).replace(
        '49,-400000',
        '49,-000000000000000000400000',
      ),
      ['1001'],
    ],
    [
      'faults of another account',
      bai(100_000, [account, '16,475,100000,Z,,1001/'], {
        before: ['03,111,CAD,010,x1,,/', '16,999,12.5,/', 'ZZ,?/', '49,77,99/'],
      }),
      ['1001', 'of others: 1'],
    ],
    [
      'another account without its end',
      bai(100_000, [account, '16,475,100000,Z,,1001/'], { before: ['03,111,USD,010,1,,/', '16,475,500,Z,,1002/'] }),
      ['1001', 'of others: 1'],
    ],
    [
      'the number after a word, and no customer reference',
      bai(130_000, [
        account,
        '16,475,100000,,8837462910,000000000000,CHECK NUMBER 1001/',
        '16,475,30000,,8837462911,,CHECK PAID #1002/',
      ]),
      ['1001', '1002'],
    ],
    [
      'the number in the bank reference',
      bai(130_000, [
        account,
        '16,475,100000,,0000001001,026330011223344,PAID/',
        '16,475,30000,,0000001002,026330011223345,PAID/',
      ]),
      ['1001', '1002'],
    ],
    [
      'lines of a gateway before the header',
      bai(100_000, [account, '16,475,100000,Z,,1001/'], {
        head: ['', '', "$$ADD ID=X BID='BAI'", 'HEADER OF GATEWAY'],
      }),
      ['1001'],
    ],
    [
      'blank lines between records',
      bai(100_000, [account, '16,475,100000,Z,,1001/']).replaceAll('\n', '\r\n\r\n'),
      ['1001'],
    ],
    [
      'a reversal of an earlier payment',
      bai(100_000, [account, '16,395,100000,Z,,1001,CHECK REVERSAL/']),
      [`1001 ${back}`],
    ],
    [
      'a check paid, taken back, and paid again',
      bai(300_000, [account, '16,475,100000,Z,,1001/', '16,395,100000,Z,,1001/', '16,475,100000,Z,,1001/']),
      ['1001', `1001 ${back}`],
    ],
    [
      'a wrong total of the account',
      bai(100_001, [account, '16,475,100000,Z,,1001/']),
      [expect.stringMatching(/^refused: .*100000 cents.*100001/), '1001'],
    ],
    [
      'letters in a number, and a fee with a number',
      bai(106_500, [account, '16,475,100000,Z,,1001/', '16,475,4000,Z,,5IIWR0X,CARD/', '16,698,2500,Z,,1001,FEE/']),
      ['1001', 'not ours: 1', 'left out: 1'],
    ],
  ] as const)('reads a BAI2 file with %s', (_, text, expected) => {
    expect(said(text)).toEqual(expected)
  })

  test('reads the codes, field, and word that the profile names', () => {
    const text = bai(130_000, [account, '16,960,100000,Z,7,8,ITEM NR 1001/', '16,475,30000,Z,,1002/'])
    const bai2 = { check_codes: ['960'], number_in: 'text', number_after: 'ITEM NR' }
    expect(said(text, { profile: { bai2 } })).toEqual(['1001', 'left out: 1'])
  })
})
