import { describe, expect, test } from 'vitest'
import { type PositivePayTemplate, positivePayTemplate, voidRuleOf } from './template.ts'

const number = { source: 'check number', length: 10, align: 'right', pad: '0' }
const amount = { source: 'amount', amount_form: 'cents', length: 10, align: 'right', pad: '0' }
const status = { source: 'status', issue: 'I', void: 'V', length: 1, pad: ' ' }
const payee = { source: 'payee', too_long: 'cut', length: 20, pad: ' ' }

/** The schema's findings about a template, as `path: sentence`. */
function problemsOf(template: object): string[] {
  const { error } = positivePayTemplate.safeParse(template)
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

const fixed = (...record: object[]) => ({ kind: 'fixed width', record })
const delimited = (...record: object[]) => ({ kind: 'delimited', separator: ',', quotes: 'never', record })

test('fills in a template’s usual defaults', () => {
  const { record, ...rest } = positivePayTemplate.parse(fixed(number, amount, status))
  expect(record[2]).toEqual({ ...status, align: 'left' })
  expect(rest).toEqual({
    kind: 'fixed width',
    line_end: 'CR LF',
    last_line_end: true,
    capitals: false,
    unknown_letters: 'refuse',
    header: [],
    trailer: [],
  } satisfies Omit<PositivePayTemplate & { kind: 'fixed width' }, 'record'>)
})

describe('refused templates', () => {
  test.each([
    ['without columns', fixed(), ['record: Add a check number column', 'record: Add an amount column']],
    ['without a check number', fixed(amount, status), ['record: Add a check number column']],
    ['without an amount', fixed(number, status), ['record: Add an amount column']],
    [
      'voids that look like issues',
      { ...fixed(number, amount, payee), voids: 'in the file' },
      ['record: Add a status or void date column, because a void would look like an issue'],
    ],
    [
      'a status with the same text for issues and voids',
      { ...fixed(number, amount, { ...status, void: 'I' }), voids: 'in the file' },
      ['record: Add a status or void date column, because a void would look like an issue'],
    ],
    [
      'a fixed-width column without a length',
      fixed(number, amount, status, { source: 'blank' }),
      [
        'record.3.length: Enter the number of characters in this column',
        'record.3.pad: Choose the fill character for this column',
      ],
    ],
    [
      'an invalid length',
      fixed({ ...number, length: 0 }, { ...amount, length: Number.NaN }, { ...status, length: 201 }),
      [0, 1, 2].map((index) => `record.${index}.length: Enter a whole number from 1 to 200.`),
    ],
    [
      'zeros that would change an amount',
      fixed(number, { ...amount, align: 'left' }, status),
      ['record.1.pad: Fill with blanks, because zeros would change the value'],
    ],
    [
      'zeros in front of a payee',
      fixed(number, amount, status, { ...payee, align: 'right', pad: '0' }),
      ['record.3.pad: Fill with blanks, because zeros would change the value'],
    ],
    [
      'zeros that would change a date',
      fixed(number, amount, { source: 'void date', date_form: 'YYMMDD', length: 8, pad: '0' }),
      ['record.2.pad: Fill with blanks, because zeros would change the value'],
    ],
    [
      'a date that doesn’t fit',
      fixed(number, amount, { source: 'void date', date_form: 'YYYYMMDD', length: 6, pad: ' ' }),
      ['record.2.length: Dates in this format need a longer column'],
    ],
    [
      'a fill character without a length',
      delimited({ ...number, length: null }, amount, status),
      ['record.0.length: Enter the number of characters to fill this column to'],
    ],
    [
      'cut payees without a length',
      delimited(number, amount, status, { source: 'payee', too_long: 'cut' }),
      ['record.3.length: Enter the number of characters at which to cut payee names'],
    ],
    [
      'a text longer than its column',
      fixed(number, amount, { ...status, void: 'VOID' }),
      ['record.2.void: “VOID” is longer than the column'],
    ],
    [
      'a text that contains the separator',
      delimited(number, amount, status, { source: 'text', text: 'A,B' }),
      [
        'record.3.text: Remove the quotation marks and separators from this text, or allow quotation marks around values',
      ],
    ],
    [
      'a header with a column only checks have',
      { ...fixed(number, amount, status), header: [[number]] },
      [expect.stringMatching(/^header\.0\.0\.source: Invalid/)],
    ],
    [
      'a text that isn’t ASCII',
      fixed(number, amount, status, { source: 'text', text: 'Ré', length: 2, pad: ' ' }),
      ['record.3.text: Bank files can contain only unaccented letters, digits, and symbols.'],
    ],
    [
      'a file of voids without a check number',
      { ...fixed(number, amount), voids: 'own file', void_file: { record: [{ ...amount, length: null }] } },
      [
        'void_file.record.0.length: Enter the number of characters in this column',
        'void_file.record: Add a check number column',
      ],
    ],
    ['an unknown setting', { ...fixed(number, amount, status), macro: 1 }, [': Unrecognized key: "macro"']],
    [
      'a trailer without columns',
      { ...fixed(number, amount, status), trailer: [[]] },
      [expect.stringContaining('trailer.0')],
    ],
  ])('refuses a template with %s', (_why, template, problems) => {
    expect(problemsOf(template)).toEqual(problems)
  })
})

test.each([
  [
    'void dates filled with zeros',
    fixed(number, amount, { source: 'void date', date_form: 'YYMMDD', length: 6, pad: '0' }),
  ],
  [
    'a comma in a quoted text',
    { ...delimited(number, amount, status, { source: 'text', text: 'A,B' }), quotes: 'when needed' },
  ],
  [
    'a comma in a text if another character is the separator',
    { ...delimited(number, amount, status, { source: 'text', text: 'A,B' }), separator: '|' },
  ],
  [
    'a void marked only by its date',
    fixed(number, amount, { source: 'void date', date_form: 'YYMMDD', length: 6, pad: ' ' }),
  ],
])('accepts a template with %s', (_what, template) => {
  expect(problemsOf(template)).toEqual([])
})

test('reports voids in the file if a column marks them, unless the template says how to report voids', () => {
  const ruleOf = (template: object) => voidRuleOf(positivePayTemplate.parse(template))
  expect(ruleOf(fixed(number, amount, status))).toBe('in the file')
  expect(ruleOf(fixed(number, amount, payee))).toBe('not told')
  expect(ruleOf({ ...fixed(number, amount, payee), voids: 'own file' })).toBe('own file')
  expect(ruleOf({ ...fixed(number, amount, status), voids: 'not told' })).toBe('not told')
})
