import { expect, test } from 'vitest'
import { refusalOfFile } from '#documents/attachments/use-uploads.ts'

const pdf = new File(['%PDF-1.7 and so on'], 'invoice.pdf')

test.each([
  ['of the right size and type', pdf, 100, undefined],
  ['while the limit isn’t known', pdf, undefined, undefined],
  ['that is empty', new File([], 'invoice.pdf'), 100, 'This file is empty. Choose another file.'],
  [
    'that is too large',
    new File(['%PDF-1.7', 'x'.repeat(2_097_152)], 'invoice.pdf'),
    2_097_152,
    'This file is too large. The limit is 2 MB. Scan it with fewer colors, or split it.',
  ],
  [
    'of another type',
    new File(['<html>'], 'invoice.pdf'),
    100,
    'This file isn’t a PDF, JPEG, or PNG. Save or print it as a PDF, and add the PDF.',
  ],
])('accepts or refuses a file %s', async (_, file, mostBytes, refusal) => {
  expect(await refusalOfFile(file, mostBytes)).toBe(refusal)
})
