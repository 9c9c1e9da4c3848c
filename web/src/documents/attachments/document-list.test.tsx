import type { ListedAttachment } from '@check-requests/domain/documents/attachments/fields.ts'
import { attachmentExamples } from '@check-requests/domain/documents/examples.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AddDocuments, UploadRow } from '#documents/attachments/add-documents.tsx'
import { Documents } from '#documents/attachments/document-list.tsx'
import type { Upload } from '#documents/attachments/use-uploads.ts'
import { ViewerToolbar } from '#documents/attachments/viewer/viewer-controls.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, optionsOf, Refusal, type Replies, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const removedReply = attachmentExamples.remove.reply
const { request_version: _, ...attachment } = removedReply
const invoice: ListedAttachment = { ...attachment, removed_at: null, removed_by: null, can_remove: true }
const at = '2026-11-21T12:00:00.000Z'

async function openDocuments(
  rows: Partial<ListedAttachment>[],
  { replies = {} as Replies, as = userAs('requester') } = {},
) {
  const onOpen = vi.fn()
  const list = rows.map((changes) => ({ ...invoice, ...changes }))
  const opened = await openScreen(<Documents requestId={9} onOpen={onOpen} />, {
    as,
    replies: { 'GET /check-requests/9/attachments': list, ...replies },
  })
  const row = async () => eventually(() => screen.getByRole('listitem'))
  const acts = async () =>
    within(await row())
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent)
  return { ...opened, onOpen, row, acts }
}

test('shows the kind, size, author, and time of a document', async () => {
  const { row } = await openDocuments([{}])
  expect(spaced((await row()).textContent)).toMatch(/^invoice-4711\.pdfInvoice · 47 KB · Rosa Delgado, Nov 20, 2026, /)
})

test('omits a missing document type', async () => {
  const { row } = await openDocuments([{ kind: null }])
  expect(spaced((await row()).textContent)).toMatch(/^invoice-4711\.pdf47 KB · /)
})

test('opens, downloads, and removes a document', async () => {
  const { user, acts, onOpen } = await openDocuments([{}])
  expect(await acts()).toEqual(['invoice-4711.pdf', 'Download invoice-4711.pdf', 'Remove invoice-4711.pdf'])
  await user.click(screen.getByRole('button', { name: 'invoice-4711.pdf' }))
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(81)
})

test('doesn’t offer removal to users without permission', async () => {
  const { acts } = await openDocuments([{ can_remove: false }])
  expect(await acts()).toEqual(['invoice-4711.pdf', 'Download invoice-4711.pdf'])
})

test('shows who removed a document and when, and offers no actions', async () => {
  const { row } = await openDocuments([
    { removed_at: at, removed_by: { id: 3, name: 'Nina Newman' }, can_remove: false, refusal_to_open: 'Not yours.' },
  ])
  const text = spaced((await row()).textContent)
  expect(text).toMatch(/Removed by Nina Newman, Nov 21, 2026, /)
  expect(text).not.toContain('Not yours.')
  expect(within(await row()).queryByRole('button')).toBeNull()
})

test('shows why a document can’t be opened, and offers neither opening nor downloading', async () => {
  const { row } = await openDocuments([{ refusal_to_open: 'Only approvers open tax forms.', can_remove: false }])
  expect(spaced((await row()).textContent)).toContain('Only approvers open tax forms.')
  expect(within(await row()).queryByRole('button')).toBeNull()
})

test('shows when a document was replaced', async () => {
  const { row } = await openDocuments([{ replaced_at: at }])
  expect(spaced((await row()).textContent)).toMatch(/Replaced Nov 21, 2026, /)
})

test('shows an empty list with a way to add documents', async () => {
  await openDocuments([])
  await untilShown('No documents. Add the invoice or another supporting document as a PDF, JPEG, or PNG file.')
})

test('shows why the documents couldn’t be loaded, in place of an empty list', async () => {
  const replies = { 'GET /check-requests/9/attachments': new Refusal(403, 'Not your request.') }
  await openDocuments([], { replies })
  await untilShown('Not your request.')
  expect(screen.queryByText(/^No documents\./)).toBeNull()
})

test('removes a document after the user confirms', async () => {
  const replies = { 'DELETE /attachments/81': removedReply }
  const { user, sent, acts } = await openDocuments([{}], { replies })
  await acts()
  await user.click(screen.getByRole('button', { name: 'Remove invoice-4711.pdf' }))
  await untilShown('invoice-4711.pdf can no longer be opened. The log still shows that it was attached.')
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await untilShown('Document removed')
  expect(sent().map(([call]) => call)).toEqual(['DELETE /attachments/81'])
})

test('offers adding documents to users with permission', async () => {
  await openDocuments([])
  expect(screen.getByRole('button', { name: 'Add Documents' })).toBeTruthy()
})

test('doesn’t offer auditors a way to add documents', async () => {
  await openDocuments([], { as: userAs('admin', { audits: true }) })
  expect(screen.queryByRole('button', { name: 'Add Documents' })).toBeNull()
})

const file = new File(['%PDF-1.7'], 'invoice.pdf', { type: 'application/pdf' })

async function openAdding() {
  const onAdd = vi.fn()
  const content = (
    <>
      <AddDocuments onAdd={onAdd} />
      <textarea aria-label="Comment" />
    </>
  )
  const opened = await openScreen(content)
  const added = () => onAdd.mock.calls.map(([files, kind]) => [[...files].map(({ name }: File) => name), kind])
  return { ...opened, added }
}

/** Drops or pastes this file on an element. */
function handOver(type: 'drop' | 'paste', target: Element | Document, types = ['Files']) {
  const data = { files: [file], types }
  const event = new Event(type, { bubbles: true, cancelable: true })
  fireEvent(target, Object.assign(event, { dataTransfer: data, clipboardData: data }))
  return event
}

test('adds chosen files with the chosen document type', async () => {
  const { user, added } = await openAdding()
  expect(optionsOf('Document type').slice(0, 3)).toEqual(['Document type', 'Invoice', 'Payoff letter'])
  await user.selectOptions(screen.getByLabelText('Document type'), 'Title')
  await user.upload(screen.getByLabelText('Documents'), [file])
  expect(added()).toEqual([[['invoice.pdf'], 'title']])
})

test.each(['drop', 'paste'] as const)(
  'adds files without a document type after a %s anywhere on the page',
  async (type) => {
    const { added } = await openAdding()
    const event = handOver(type, document.body)
    expect(added()).toEqual([[['invoice.pdf'], undefined]])
    expect(event.defaultPrevented).toBe(true)
  },
)

test('leaves pasted spreadsheet cells (text and picture) to the text field', async () => {
  const { added } = await openAdding()
  handOver('paste', screen.getByLabelText('Comment'), ['text/plain', 'Files'])
  expect(added()).toEqual([])
  handOver('paste', screen.getByLabelText('Comment'))
  expect(added()).toHaveLength(1)
})

async function openUpload(changes: Partial<Upload>) {
  const [onStop, onRetry] = [vi.fn(), vi.fn()]
  const upload: Upload = { key: 'a', file, progress: 0.25, stop: new AbortController(), ...changes }
  const { user } = await openScreen(
    <ul>
      <UploadRow upload={upload} onStop={onStop} onRetry={onRetry} />
    </ul>,
  )
  return { user, onStop, onRetry }
}

test('shows the progress of an upload, and cancels it with a button', async () => {
  const { user, onStop } = await openUpload({})
  expect(screen.getByLabelText<HTMLProgressElement>('Uploading invoice.pdf').value).toBe(0.25)
  await user.click(screen.getByRole('button', { name: 'Cancel invoice.pdf' }))
  expect(onStop).toHaveBeenCalledOnce()
})

test('shows why an upload failed, and offers to retry or dismiss it', async () => {
  const { user, onStop, onRetry } = await openUpload({ error: 'This file is empty.' })
  expect(screen.getByRole('alert').textContent).toBe('This file is empty.')
  expect(screen.queryByRole('progressbar')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Retry invoice.pdf' }))
  await user.click(screen.getByRole('button', { name: 'Dismiss invoice.pdf' }))
  expect([onRetry.mock.calls.length, onStop.mock.calls.length]).toEqual([1, 1])
})

async function openToolbar(ids: number[], shownId: number) {
  const documents = ids.map((id) => ({ ...invoice, id }))
  const shown = documents.find(({ id }) => id === shownId) ?? invoice
  const called: string[] = []
  const act = (name: string) => () => void called.push(name)
  const acts = {
    previous: act('previous'),
    next: act('next'),
    zoomIn: act('zoom in'),
    zoomOut: act('zoom out'),
    fit: act('fit'),
    rotate: act('rotate'),
  }
  const bar = <ViewerToolbar documents={documents} shown={shown} scale={1.256} fits acts={acts} />
  const { user } = await openScreen(bar)
  return { press: (name: string) => user.click(screen.getByRole('button', { name })), called }
}

test('shows which of several documents is open, and at which zoom level', async () => {
  await openToolbar([1, 2, 3], 2)
  expect(screen.getByText('2 of 3')).toBeTruthy()
  expect(screen.getByText('126%')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Fit to Width' }).getAttribute('aria-pressed')).toBe('true')
})

test('moves between documents, but not past the last one', async () => {
  const { press, called } = await openToolbar([1, 2], 2)
  await press('Next Document')
  await press('Previous Document')
  await press('Zoom In')
  await press('Rotate')
  expect(called).toEqual(['previous', 'zoom in', 'rotate'])
})

test('shows no document navigation for a single document', async () => {
  await openToolbar([1], 1)
  expect(screen.queryByRole('button', { name: 'Next Document' })).toBeNull()
})
