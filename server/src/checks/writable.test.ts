import { smallestLetters } from '@check-requests/domain/checks/layouts.ts'
import { expect, test } from 'vitest'
import { fileWith } from '../testing/checks-on-paper.ts'
import { readPdf } from '../testing/pdf-reading.ts'
import { CheckPapers } from './documents/papers.ts'

type Changes = Parameters<typeof fileWith>[0]

const papers = new CheckPapers()

async function why(changes: Changes): Promise<string | undefined> {
  const file = fileWith(changes)
  const [face] = file.checks
  return face && papers.whyNotWritable(file, face)
}

const words = (count: number) => Array.from({ length: count }, (_, index) => `Word${index}`).join(' ')

test.each<[Changes, RegExp]>([
  [{ face: { payees: ['日本 Motors'] } }, /^No installed font has the character 日 in “日本 Motors”\./],
  [{ face: { memo: 'Thanks 🙂' } }, /the character 🙂 in “Thanks 🙂”/],
  [{ face: { addressLines: ['שדרות 1'] } }, /the character ש in/],
  [{ face: { signers: ['x\u0301 Smith'] } }, /the character x\u0301 in “x\u0301 Smith”/],
  [{ face: { stub: { facts: [{ label: 'Approved by', value: '李' }], lines: [] } } }, /the character 李 in “李”/],
  [
    { face: { payees: [words(40)] } },
    /^The payee name “Word0 .*” doesn’t fit on a check, even in the smallest type on two lines\./,
  ],
  [{ face: { payees: ['W'.repeat(80)] } }, /^The payee name “W+” doesn’t fit/],
  [{ face: { addressLines: ['1', '2', '3', '4', '5', '6', '7'] } }, /^The address of Acme Parts, Inc\. doesn’t fit/],
  [{ stock: { payer: { name: words(40), addressLines: words(9).split(' ') } } }, /^The payer name and address/],
  [{ stock: { bank: { name: words(40), place: '' } } }, /^The bank name and location/],
  [{ face: { number: 1_234_567 } }, /^Check number 1234567 has 7 digits/],
  [{ stock: { routingNumber: '021000022' } }, /check digit/],
])('refuses to print a check with the values %j', async (changes, sentence) => {
  expect(await why(changes)).toMatch(sentence)
})

test.each<[string, Changes]>([
  ['a plain check', {}],
  ['names in other alphabets', { face: { payees: ['Renée Çelik', 'Σωκράτης Ödegård', 'Жуков', 'Nguyễn Thị Hằng'] } }],
  ['a decomposed accent', { face: { payees: ['Rene\u0301e'] } }],
  ['a memo of several lines', { face: { memo: 'One\ntwo\tthree' } }],
  ['a memo that is too long for its line', { face: { memo: words(60) } }],
  ['the largest amount', { face: { amount: 9_999_999_999 } }],
  ['a stub that needs a list', { face: { stub: { facts: [{ label: 'Notes', value: words(400) }], lines: [] } } }],
  ['a long number without a MICR line', { stock: { micr: null }, face: { number: 123_456_789_012 } }],
])('prints a check with %s', async (_name, changes) => {
  expect(await why(changes)).toBeUndefined()
  expect(await readPdf(await papers.checks(fileWith(changes), 1))).not.toEqual([])
})

test('shrinks a name first and then wraps it to two lines without going below the minimum size', async () => {
  const seen: string[] = []
  for (const count of [3, 12, 14, 16, 18, 20]) {
    const changes = { face: { payees: [words(count)] }, stock: { layout: 'three' } } as const
    if ((await why(changes)) !== undefined) {
      seen.push('refused')
      continue
    }
    const [page] = await readPdf(await papers.checks(fileWith(changes), 1))
    const lines = page?.texts.filter(({ x, y }) => x < 91 && x > 89 && y > 88 && y < 106) ?? []
    for (const { size, width } of lines) {
      expect(size).toBeGreaterThanOrEqual(smallestLetters)
      expect(width).toBeLessThanOrEqual(385)
    }
    expect(lines.map(({ text }) => text).join(' ')).toBe(words(count))
    seen.push(lines.length > 1 ? 'two lines' : `${lines[0]?.size} points`)
  }
  expect(seen[0]).toBe('10 points')
  expect(seen.at(-1)).toBe('two lines')
  expect(seen.filter((one) => one !== seen[0] && one !== 'two lines').length).toBeGreaterThan(0)
})
