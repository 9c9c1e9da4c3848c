import type { ListedAttachment } from '@check-requests/domain/documents/attachments/fields.ts'
import { expect, test } from 'vitest'
import { notYetListed } from '#documents/attachments/document-list.tsx'
import type { Upload } from '#documents/attachments/use-uploads.ts'

const upload = (key: string, name: string, text: string, values: Partial<Upload> = {}): Upload => {
  const file = new File([text], name)
  return { key, file, progress: 1, after: 7, stop: new AbortController(), ...values }
}
const listed = (id: number, name: string, size: number) =>
  ({ id, name, size, type: 'application/pdf' }) as ListedAttachment
const invoice = listed(8, 'invoice.pdf', 4)
const keys = (uploads: readonly Upload[], documents: readonly ListedAttachment[]) =>
  notYetListed(uploads, documents).map(({ key }) => key)

test.each([
  ['isn’t listed', upload('a', 'invoice.pdf', 'four'), [listed(8, 'other.pdf', 4)], ['a']],
  ['is listed', upload('a', 'invoice.pdf', 'four'), [invoice], []],
  [
    'is listed under the server’s version of its name',
    upload('a', 'in:voice', 'four'),
    [listed(8, 'in voice.pdf', 4)],
    [],
  ],
  ['has the same name as another document', upload('a', 'invoice.pdf', 'longer'), [invoice], ['a']],
  ['is similar to an earlier document', upload('a', 'invoice.pdf', 'four', { after: 8 }), [invoice], ['a']],
  ['isn’t sent yet', upload('a', 'invoice.pdf', 'four', { after: undefined }), [invoice], ['a']],
  ['couldn’t be added', upload('a', 'invoice.pdf', 'four', { error: 'Try again.' }), [invoice], ['a']],
])('lists or hides an upload that %s', (_, one, documents, shown) => {
  expect(keys([one], documents)).toEqual(shown)
})

test('hides only one of several identical uploads for each listed document', () => {
  const twice = [upload('a', 'invoice.pdf', 'four'), upload('b', 'invoice.pdf', 'four')]
  expect(keys(twice, [invoice])).toEqual(['b'])
})
