import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../testing/random.ts'
import { nameField, optionalLine, optionalNote } from './text.ts'

const name = nameField('Payee name is required')
const fields = { name, line: optionalLine(), note: optionalNote() }

function messages(schema: (typeof fields)[keyof typeof fields], value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map((issue) => issue.message) ?? []
}

describe('nameField', () => {
  test.each([
    ['  Lakeside Auto Group \n', 'Lakeside Auto Group'],
    ['José Müller-Ōkubo', 'José Müller-Ōkubo'],
    ['株式会社トヨタ', '株式会社トヨタ'],
    ['<b>Bold & Co</b>', '<b>Bold & Co</b>'],
    ['🚗 Wheels', '🚗 Wheels'],
    ['x'.repeat(200), 'x'.repeat(200)],
  ])('trims the name %j', (typed, kept) => {
    expect(name.parse(typed)).toBe(kept)
  })

  test.each([[undefined], [null], [''], ['  \t\n '], ['\u00a0'], [5], [{}]])('treats %j as missing text', (value) => {
    expect(messages(name, value)).toContain('Payee name is required')
  })

  test('allows at most 200 characters after trimming', () => {
    expect(messages(name, ` ${'x'.repeat(200)} `)).toEqual([])
    expect(messages(name, 'x'.repeat(201))).toEqual(['Enter at most 200 characters.'])
  })
})

describe('control characters and broken characters', () => {
  const controls = ['\0', '\u0007', '\u001b', '\u007f', '\u0085', '\u009f']

  test.each(controls)('refuses the control character %j in every text', (control) => {
    for (const schema of Object.values(fields))
      expect(messages(schema, `a${control}b`)).toEqual(['This text has invisible control characters. Type it again.'])
  })

  test('accepts tabs and line breaks only in notes', () => {
    expect(fields.note.parse('one\r\n\ttwo')).toBe('one\r\n\ttwo')
    for (const layout of ['\t', '\n', '\r']) {
      expect(messages(fields.name, `a${layout}b`)).toEqual([
        'This text has invisible control characters. Type it again.',
      ])
      expect(messages(fields.line, `a${layout}b`)).toEqual([
        'This text has invisible control characters. Type it again.',
      ])
    }
  })

  test.each(['\ud800', 'a\udc00b', '\udc00\ud800'])('refuses the text %j with half a character', (broken) => {
    for (const schema of Object.values(fields))
      expect(messages(schema, broken)).toEqual(['This text has characters that can’t be stored. Type it without them.'])
  })

  test('accepts only well-formed, trimmed texts without control characters', () => {
    const anyUnit = fc.oneof(fc.integer({ min: 0, max: 0x10ffff }), fc.integer({ min: 0, max: 0xff }))
    const anyText = fc.string({ unit: anyUnit.map((code) => String.fromCodePoint(code)) })
    fc.assert(
      fc.property(anyText, (typed) => {
        const kept = fields.line.safeParse(typed).data ?? ''
        return kept === kept.trim() && kept.isWellFormed() && !/\p{Cc}/u.test(kept)
      }),
      runs({ gate: 300, nightly: 10_000 }),
    )
  })
})

describe('optional texts', () => {
  test.each([[undefined], [null], [''], ['   ']])('turns %j into null', (value) => {
    expect(fields.line.parse(value)).toBeNull()
    expect(fields.note.parse(value)).toBeNull()
  })

  test('allows at most 200 characters in a line and 2,000 in a note', () => {
    expect(messages(fields.line, 'x'.repeat(201))).toEqual(['Enter at most 200 characters.'])
    expect(messages(fields.note, 'x'.repeat(2000))).toEqual([])
    expect(messages(fields.note, 'x'.repeat(2001))).toEqual(['Enter at most 2000 characters.'])
  })

  test.each([[5], [true], [['x']], [{}]])('refuses %j as text', (value) => {
    expect(messages(fields.line, value)).toHaveLength(1)
    expect(messages(fields.note, value)).toHaveLength(1)
  })
})
