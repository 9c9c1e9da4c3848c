import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeAgent } from './agent.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/143.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/143.0.0.0 Safari/537.36 Edg/143.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/19.1 Safari/605.1.15`, 'Safari on Mac'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) ${webkit} CriOS/143.0 Mobile Safari/604`,
    'Chrome on iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0', 'Firefox on Linux'],
  [
    `Mozilla/5.0 (Linux; Android 16) ${webkit} SamsungBrowser/29.0 Chrome/130.0 Mobile Safari`,
    'Samsung Internet on Android',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/143.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
  ['Opera/9 OPR/120', 'Opera'],
  ['curl/8.5.0 (Windows)', 'Windows'],
  ['curl/8.5.0', undefined],
  ['', undefined],
  [undefined, undefined],
])('describes the User-Agent header %s as %s', (header, words) => {
  expect(describeAgent(header)).toBe(words)
})

test('shows only known names for any User-Agent header', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      expect(describeAgent(header) ?? 'Edge').toMatch(/^[A-Z][A-Za-z]+( [A-Za-z]+){0,4}$/)
    }),
  )
})
