import { expect, test } from 'vitest'
import { tooLarge, typeByStart } from './fields.ts'

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

test.each([
  ['%PDF-1.7\n', { type: 'application/pdf' }],
  ['\u0089PNG\r\n\u001a\n\0\0', { type: 'image/png' }],
  ['\u00ff\u00d8\u00ff\u00e1', { type: 'image/jpeg' }],
  ['GIF89a %PDF-1.4', { refusal: expect.stringContaining('two different file types') }],
  ['\u00ff\u00d8\u00ff %PDF-', { refusal: expect.stringContaining('two different file types') }],
  [`${' '.repeat(1024)}%PDF-`, { refusal: expect.stringContaining('isn’t a PDF, JPEG, or PNG') }],
  ['<svg onload="alert(1)">', { refusal: expect.stringContaining('isn’t a PDF, JPEG, or PNG') }],
  ['', { refusal: expect.stringContaining('isn’t a PDF, JPEG, or PNG') }],
])('recognizes or refuses a file that begins with %j', (start, found) => {
  expect(typeByStart(bytesOf(start))).toEqual(found)
})

test('names the size limit in megabytes', () => {
  expect(tooLarge(10_485_760)).toBe(
    'This file is too large. The limit is 10 MB. Scan it with fewer colors, or split it.',
  )
})
