import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLegalForm, payeeKey } from '../payees/identity.ts'
import { joinedKeys, payeeKeys } from './payee-names.ts'

const keys = (payee_name_1: string, payee_name_2: string | null = null) => payeeKeys({ payee_name_1, payee_name_2 })

test('returns each payee named by a request once', () => {
  expect(keys('Harbor Glass')).toEqual(['harborglass'])
  expect(keys('Harbor Glass', 'Bay Bank.')).toEqual(['harborglass', 'baybank'])
  expect(keys('Harbor Glass', ' HARBOR glass')).toEqual(['harborglass'])
  expect(keys('Harbor Glass and Bay Bank', 'Bay Bank')).toEqual(['harborglassandbaybank', 'baybank', 'harborglass'])
  expect(keys('', ' ')).toEqual([])
})

describe('match keys of a payee field', () => {
  test.each([
    ['Smith and Jones', ['smith', 'jones']],
    ['A1 Towing or B2 Towing', ['a1towing', 'b2towing']],
    ['Ada Lovelace & Charles Babbage', ['adalovelace', 'charlesbabbage']],
    ['Ada Lovelace/Charles Babbage', ['adalovelace', 'charlesbabbage']],
    ['Ada Lovelace AND/OR Charles Babbage', ['adalovelace', 'charlesbabbage']],
    ['Ada Lovelace, Grace Hopper; Alan Turing', ['adalovelace', 'gracehopper', 'alanturing']],
    ["Pat O'Brien\u00a0and\u2003Jean-Luc Roy", ['patobrien', 'jeanlucroy']],
    ['John and Mary Smith', ['john', 'marysmith', 'johnsmith']],
    ['Pat Roy d/b/a Roy Towing', ['patroy', 'roytowing']],
    ['Pat Roy dba Roy Towing', ['patroy', 'roytowing']],
    ['Pat Roy c/o Bay Bank', ['patroy', 'baybank']],
    ['Ada Lovelace (and Charles Babbage)', ['adalovelace', 'charlesbabbage']],
    ['Ada Lovelace \uff06 Charles Babbage', ['adalovelace', 'charlesbabbage']],
    ['Ada a\u200bnd Grace', ['ada', 'grace']],
  ])('creates match keys for the joined names “%s”', (field, expected) => {
    expect(joinedKeys(field)).toEqual(expected)
  })

  test.each([
    ['Smith and Sons LLC', ['smith', 'sons']],
    ['Johnson & Johnson', ['johnson']],
    ['Acme, Inc.', []],
    ['AT&T', ['at']],
  ])('creates uncommon match keys for the company “%s”, which looks like joined names', (field, expected) => {
    expect(joinedKeys(field)).toEqual(expected)
  })

  test.each(['Anderson Ford', 'Orlando Auto', 'Gordon Land', 'Harbor *** Glass', 'Dba', 'Smith and', '& Smith', ''])(
    'creates no extra match keys for “%s”, which contains no joined names',
    (field) => {
      expect(joinedKeys(field).filter((key) => key !== 'smith')).toEqual([])
    },
  )
})

const word = fc.stringMatching(/^[A-Za-zÀ-öø-ÿ\u0400-\u044f]{2,9}(['’-][a-z]{2,4})?$/u).filter((text) => {
  const parts = text.split(/['’-]/u)
  return !isLegalForm(text) && !parts.some((part) => /^(and|or|dba|[afn]ka)$/iu.test(part))
})
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
const joiner = fc.constantFrom(' and ', ' OR ', ' & ', '&', ' / ', '/', ' and/or ', ' + ', ', ', '; ', '  AnD  ')

test('finds each joined name and the unchanged whole', () => {
  fc.assert(
    fc.property(fc.array(name, { minLength: 2, maxLength: 5 }), joiner, (names, between) => {
      const field = names.join(between)
      const found = keys(field)
      expect(found[0]).toBe(payeeKey(field))
      expect(found).toEqual(expect.arrayContaining(names.map(payeeKey)))
      expect(keys('Someone', field)).toEqual(expect.arrayContaining(found))
    }),
  )
})

test('creates keys without spaces and no longer than the text, and only one key for a name without joiners', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (field) => {
      const found = joinedKeys(field)
      expect(found.length).toBeLessThanOrEqual(field.length)
      for (const key of found) expect(key).not.toMatch(/\s/u)
    }),
  )
  fc.assert(
    fc.property(name, (field) => {
      expect(keys(field)).toEqual([payeeKey(field)])
    }),
  )
})
