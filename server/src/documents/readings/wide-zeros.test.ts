import { expect, test } from 'vitest'
import { withWideZeros } from './documents/readers.ts'

/** A line with characters of these widths, two white columns apart. */
function line(widths: readonly number[], gap = 2) {
  const width = widths.reduce((sum, each) => sum + each + gap, gap)
  const [height, pixels] = [12, new Uint8Array(width * 12).fill(255)]
  let left = gap
  for (const each of widths) {
    for (let y = 2; y < 10; y += 1) pixels.fill(0, y * width + left, y * width + left + each)
    left += each + gap
  }
  return { picture: { width, height, pixels }, box: { left: 0, top: 0, right: width, bottom: height } }
}

test.each([
  ['a zero wider than other digits, which is a letter', 'SO-100158', [10, 13, 6, 5, 13, 9, 5, 9, 9], 'SO-1O0158'],
  ['zeros as wide as other digits', 'SO-100158', [10, 13, 6, 5, 9, 10, 5, 9, 9], 'SO-100158'],
  ['a number of one digit', 'A0', [10, 9], 'A0'],
  ['parts of a character, such as a colon', 'A0', [10, 9, 2], 'A0'],
  ['a space', '10 58', [5, 13, 9, 9], '1O 58'],
] as const)('compares widths in a line with %s', (_, text, widths, seen) => {
  const { picture, box } = line(widths)
  expect(withWideZeros(text, picture, box)).toBe(seen)
})

test('leaves a text alone whose characters touch', () => {
  const { picture, box } = line([10, 13, 6], 0)
  expect(withWideZeros('100', picture, box)).toBe('100')
})
