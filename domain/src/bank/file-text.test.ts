import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toAscii, warningOfPayee } from './file-text.ts'

test.each([
  ['Renée Dubois', 'Renee Dubois'],
  ['Müller Straße GmbH', 'Muller Strasse GmbH'],
  ['Łukasz Ørsted & Æsir', 'Lukasz Orsted & AEsir'],
  ['Muñoz “El Niño” Café', 'Munoz "El Nino" Cafe'],
  ['O’Brien – Sons', "O'Brien - Sons"],
  ['ＡＣＭＥ　Ltd', 'ACME Ltd'],
  ['Nguyễn Thị Hồng', 'Nguyen Thi Hong'],
  ['  two \t lines\r\nof it ', 'two lines of it'],
  ['a\u200bb\u202ec', 'abc'],
  ['½ Price…', '1/2 Price...'],
])('converts the name %s to the ASCII text %s', (written, text) => {
  expect(toAscii(written)).toEqual({ text, unknown: [] })
})

test('lists each letter without an ASCII equivalent once as typed', () => {
  expect(toAscii('한국 株式 株')).toEqual({ text: '?? ?? ?', unknown: ['한', '국', '株', '式'] })
})

test('turns any text into one line of ASCII, and keeps ASCII unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (written) => {
      expect(toAscii(written).text).toMatch(/^([!-~]( ?[!-~])*)?$/)
    }),
  )
  fc.assert(
    fc.property(fc.stringMatching(/^[!-~]( ?[!-~])*$/), (written) => {
      expect(toAscii(written)).toEqual({ text: written, unknown: [] })
    }),
  )
})

test('warns of payees that no bank file can contain', () => {
  expect(warningOfPayee('Renée “Nell” Łukasz')).toBeUndefined()
  expect(warningOfPayee('Ωμ Glass')).toBe(
    'No bank file can contain “Ω” and “μ”, so positive-pay files leave this check out. Spell the payee in English letters, or report the check on the bank’s website.',
  )
})
