import { expect, test } from 'vitest'
import { checkedAddress } from '#platform/trusted-workers.ts'

test.each(['/sw.js', '/assets/pdfjs-6.5.438/pdf.worker.min.mjs'])('trusts the worker URL %s', (address) => {
  expect(checkedAddress(address)).toBe(address)
})

test.each([
  'https://elsewhere.example/sw.js',
  '//elsewhere.example/assets/pdfjs-6.5.438/pdf.worker.min.mjs',
  '/assets/pdfjs-6.5.438/../../api/v1/attachments/1/content',
  '/assets/pdfjs-6.5.438/../../shared/pdf.worker.min.mjs',
  '/assets/pdfjs-6.5.438/pdf.worker.min.mjs?x',
  '/api/v1/attachments/1/content',
  'data:text/javascript,1',
  'blob:https://checks.example/1',
  '',
])('refuses the worker URL %j', (address) => {
  expect(() => checkedAddress(address)).toThrow(TypeError)
})
