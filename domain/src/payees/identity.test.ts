import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canBePerson, isLegalForm, payeeKey, separateKey } from './identity.ts'
import { similarityTo } from './similar.ts'

// Handwritten from F9: each pair names the same payee.
const same: readonly (readonly [string, string])[] = [
  ['Crook Holdings', 'Crооk Hоldіngs'],
  ['Denise Carver', 'Denisе Саrvеr'],
  ['Nissan of Madison', 'Νissan of Madison'],
  ['TOYOTA', 'ΤΟΥΟΤΑ'],
  ['Coco Towing', 'Сосо Towing'],
  ['Hyundai Parts', 'Нуundai Parts'],
  ['Boston Glass', 'Воstоn Glаss'],
  ['Apex Paint', 'Αpex Рaint'],
  ['Kia Motors', 'Κia Мotors'],
  ['Acura Parts', 'Ꭺcura Parts'],
  ['Lido Tools', 'ꓡido Tools'],
  ['Sun Detailing', 'Ѕuո Detailing'],
  ['Ford Motor', 'Ford Мotоr'],
  ['Jeep Shop', 'Јeep Shop'],
  ['Great Lakes Auto Parts', 'GREAT LAKES AUTO PARTS'],
  ['Smirnov', 'sMIRNOV'],
  ['Смирнов', 'СМИРНОВ'],
  ['Νίκος', 'ΝΙΚΟΣ'],
  ['José Núñez', 'Jose Nunez'],
  ['Łódź Motors', 'Lodz Motors'],
  ['Café Zoë', 'Cafe\u0301 Zoe'],
  ['Ørsted Towing', 'Orsted Towing'],
  ['Straße Auto', 'Strasse Auto'],
  ['Æther Glass', 'Aether Glass'],
  ['Thór Towing', 'Þór Towing'],
  ['Toyota', 'Ｔｏｙｏｔａ'],
  ['Acme 24', 'Ａｃｍｅ　２４'],
  ['Office Supply', 'Oﬃce Supply'],
  ['Acme Tools', '𝐀𝐜𝐦𝐞 Tools'],
  ["O'Brien Towing", 'O’Brien Towing'],
  ["O'Brien Towing", 'OBrien Towing'],
  ["Driver's Edge", 'Driver`s Edge'],
  ['A.B.C. Towing', 'ABC Towing'],
  ['A B C Towing', 'ABC Towing'],
  ['Smith-Jones Auto', 'Smith Jones Auto'],
  ['Smith\u2013Jones Auto', 'Smith-Jones Auto'],
  ['Harbor Glass (Madison)', 'Harbor Glass Madison'],
  ['"Harbor Glass"', 'Harbor Glass.'],
  ['Harbor  Glass', ' Harbor\u00a0Glass '],
  ['Harbor\u200bGlass', 'Harbor Glass'],
  ['Acme Supply X', 'Acme Supply X Inc'],
  ['Acme Supply X, Inc.', 'Acme Supply X Inc'],
  ['Acme Supply X', 'Acme Supply X LLC'],
  ['Acme Supply X L.L.C.', 'Acme Supply X, L. L. C.'],
  ['Acme Supply Limited Liability Company', 'Acme Supply, LLC'],
  ['Acme Supply Incorporated', 'Acme Supply Corp.'],
  ['Acme Supply Co., Inc.', 'Acme Supply Company'],
  ['ABC Inc', 'ABC Ltd'],
  ['First Bank, N.A.', 'First Bank National Association'],
  ['Smith & Lee, P.C.', 'Smith and Lee'],
  ['Smith & Co', 'Smith'],
  ['Smith & Jones', 'Smith and Jones'],
  ['Smith&Jones', 'Smith AND Jones'],
  ['Smith + Jones', 'Smith ＆ Jones'],
  ['The Acme Supply X', 'Acme Supply X'],
  ['Acme Supply X, The', 'the acme supply x'],
  ['Carver, Denise', 'Denise Carver'],
  ['Carver, Denise, Jr.', 'Denise Carver Jr'],
  ['Carver, Denise Jr.', 'Denise Carver, Jr.'],
  ['Revenue, Department of', 'Department of Revenue'],
  ['The Limited', 'Limited'],
  ['Acme™ Tools', 'Acme Tools'],
]

// Each pair names two different payees with similar names. Approvers are warned about such pairs.
const similar: readonly (readonly [string, string])[] = [
  ['John Smith', 'Jon Smith'],
  ['Great Lakes Auto Parts', 'Great Lake Auto Parts'],
  ['Harbor Glass Works', 'Harbor Glas Works'],
  ['Denise Carver', 'Carver Denise'],
  ['Smith & Sons', 'Smith Sons'],
  ['Acme Supply X', 'Acme Supply Y'],
  ['Midwest Towing', 'Midvvest Towing'],
  ['Modern Paint', 'Modem Paint'],
  ['All Auto Parts', 'A11 Auto Parts'],
  ['Boston Glass', 'B0ston Glass'],
  ['Marson Towing', 'Marston Towing'],
  ['Belford Tools', 'Bellford Tools'],
]
const other: readonly (readonly [string, string])[] = [
  ...similar,
  ['Smith', 'Smith and Sons'],
  ['Denise Carver', 'Denise Carver Jr'],
  ['John Smith Jr', 'John Smith Sr'],
  ['John Smith II', 'John Smith III'],
  ['Acme', 'Acme Group'],
  ['Acme', 'Acme Constructor'],
  ['Acme Holdings', 'Acme Partners'],
  ['Acme Trust', 'Acme'],
  ['Acme Association', 'Acme'],
  ['Auto Parts', 'Great Lakes Auto Parts'],
  ['Store 1', 'Store 2'],
  ['Store 12', 'Store 21'],
  ['Route 66 Auto', 'Route 65 Auto'],
  ['ABC Towing', 'ABD Towing'],
  ['Limited Auto', 'Auto'],
  ['Incorporated Tools', 'Tools'],
  ['The Company', 'The Corporation'],
  ['Co-op Auto', 'Auto'],
  ['Theta Auto', 'Auto'],
  ['Theater Supply', 'Ater Supply'],
  ['Ande Auto', 'Auto'],
  ['Anderson Auto', 'Erson Auto'],
  ['North Store', 'South Store'],
  ['Madison Ford', 'Ford of Madison'],
  ['Kia of Madison', 'Kia of Monona'],
  ['City of Madison', 'County of Madison'],
  ['Lee, Kim and Park', 'Park, Kim and Lee'],
  ['Martin James', 'James Martin'],
  ['Acme Inc of Ohio', 'Acme Inc of Iowa'],
  ['Acme dba Best Tires', 'Best Tires'],
  ['AAA', 'AA'],
  ['A', 'B'],
  ['???', '!!!'],
  ['$1 Store', '€1 Store'],
  ['Wells Fargo', 'Wells Cargo Trailers'],
  ['State Farm', 'State Firm Roofing'],
  ['Ally Bank', 'Ally Financial'],
  ['राम', 'रमा'],
  ['株式会社', '有限会社'],
  ['Иванов', 'Петров'],
  ['محمد', 'أحمد'],
  ['Mc Donald', 'Mac Donald'],
  ['Saint Paul Glass', 'St Paul Glass'],
  ['Dept of Revenue', 'Department of Revenue'],
  ['Bros Towing', 'Brothers Towing'],
  ['1st Choice Auto', 'First Choice Auto'],
  ['Plus Auto', '+ Auto'],
  ['Harbor Glass', 'Harbor Glass Repair'],
  ['Ridge Tools', 'Bridge Tools'],
]

describe('payee keys (F9)', () => {
  test.each(same)('gives “%s” and “%s” the same payee key', (one, another) => {
    expect(payeeKey(one)).toBe(payeeKey(another))
  })

  test.each(other)('gives “%s” and “%s” different payee keys', (one, another) => {
    expect(payeeKey(one)).not.toBe(payeeKey(another))
  })

  test('compares at least sixty handwritten pairs of each kind', () => {
    expect(Math.min(same.length, other.length)).toBeGreaterThanOrEqual(60)
  })

  test.each([...similar, ...same.filter(([one, another]) => one !== another)])(
    'reports “%s” and “%s” as similar names',
    (one, another) => {
      expect(similarityTo({ name: one, address: null })({ name: another, address: null })).toBe('name')
    },
  )
})

test('distinguishes payees with the same key only by their legal form', () => {
  expect(separateKey('ABC, Inc.')).toBe('abc abcinc')
  expect(separateKey('A.B.C. Incorporated')).toBe('abc abcinc')
  expect(separateKey('ABC Ltd')).toBe('abc abcltd')
  expect(separateKey("O'Brien")).toBe(separateKey('OBrien'))
  expect(separateKey('Crооk')).toBe(separateKey('Crook'))
  expect(separateKey('The Co.')).toBe('co co')
})

test.each([
  ['Inc.', true],
  ['L.L.C.', true],
  ['Limited Liability Company', true],
  ['Ada', false],
  ['Ada Inc.', false],
  ['', false],
])('recognizes %j as only a legal form (expected: %s)', (text, expected) => {
  expect(isLegalForm(text)).toBe(expected)
})

test.each([
  ['Rosa Test', true],
  ['R. Test', true],
  ['Test Rosa', true],
  ['Test, R.', true],
  ['ROSÁ  TEST', true],
  ['Rоsа Теst', true],
  ['Rosa Testa', false],
  ['B. Test', false],
  ['Rosa Rosa', false],
  ['Rosa', false],
  ['', false],
])('matches the typed name %j with Rosa Test (expected: %s) (M13)', (typed, expected) => {
  expect(canBePerson(typed, 'Rosa Test')).toBe(expected)
})

const text = fc.string({ unit: 'grapheme', maxLength: 200 })

test('ignores case, spaces, and punctuation, and creates a short key without spaces from any text', () => {
  const words = fc.array(fc.stringMatching(/^[a-zà-öø-þ0-9]{2,9}$/), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(words, fc.stringMatching(/^[ .,"()!-]{0,3}$/), (list, noise) => {
      const name = list.join(' ')
      expect(payeeKey(`${noise}${name.toUpperCase().replaceAll(' ', `  `)}${noise}`)).toBe(payeeKey(name))
    }),
  )
  fc.assert(
    fc.property(text, (name) => {
      const key = payeeKey(name)
      expect(key).not.toMatch(/\s/u)
      expect([...key].length).toBeLessThanOrEqual(200)
      expect(separateKey(name).split(' ')[0]).toBe(key)
    }),
  )
})
