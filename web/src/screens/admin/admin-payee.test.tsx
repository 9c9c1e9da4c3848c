import { payeeExamples } from '@check-requests/domain/payees/examples.ts'
import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PayeeDetail } from '#screens/admin/admin-payee.tsx'
import { eventually } from '#testing/eventually.ts'
import { described, openScreen, type Replies, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'
import { purpose } from '#testing/places.ts'

const payee = payeeExamples.one.reply
const [invoice] = payeeExamples.documents.reply
const admin = userAs('admin', { payee_list: true })

async function openPayee(changes: Partial<PayeeReply> = {}, { as = admin, replies = {} as Replies } = {}) {
  return openScreen(<PayeeDetail payee={{ ...payee, ...changes }} />, {
    as,
    replies: {
      'GET /payees/127/likeness': [],
      'GET /payees/127/payments': payeeExamples.payments.reply,
      'GET /payees/127/attachments': [],
      ...replies,
    },
  })
}

const header = () => within(screen.getByRole('heading', { level: 1 }).closest('header') ?? document.body)
const acts = () =>
  header()
    .queryAllByRole('button')
    .map((button) => button.textContent)

test.each([
  ['new', ['W-9', 'Edit', 'Merge', 'Verify', 'Block']],
  ['verified', ['W-9', 'Edit', 'Merge', 'Block']],
  ['blocked', ['W-9', 'Edit', 'Merge', 'Unblock']],
] as const)('offers an admin the actions on a %s payee', async (state, offered) => {
  await openPayee({ state })
  expect(acts()).toEqual(offered)
})

test('offers an approver no actions', async () => {
  await openPayee({ state: 'new' }, { as: userAs('approver') })
  expect(acts()).toEqual([])
})

test('offers a dealership admin no actions', async () => {
  await openPayee({ state: 'new' }, { as: userAs('admin', { access_level: 2, dealership_id: [11] }) })
  expect(acts()).toEqual([])
})

test('offers no actions on a merged payee, and marks it as merged', async () => {
  await openPayee({ merged_into: { id: 131, name: 'Harbour Paint' }, merged_by: 'Denise Carver' })
  expect(acts()).toEqual([])
  expect(header().getByText('Merged')).toBeTruthy()
})

test('doesn’t fetch payees similar to a merged payee', async () => {
  const { read } = await openPayee({ merged_into: { id: 131, name: 'Harbour Paint' } })
  await untilShown('$1,250.50')
  expect(read()).not.toContain('/payees/127/likeness')
})

test('shows a payee’s name, state, and group in the header', async () => {
  await openPayee({ state: 'blocked' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Harbor Paint Supply')
  expect(header().getByText('Blocked')).toBeTruthy()
  expect(header().getByText('Lakeside Auto Group')).toBeTruthy()
})

test('shows a payee’s kind, contact, and usual purpose', async () => {
  await openPayee({}, { replies: { 'GET /purposes': [purpose({ id: 10, name: 'parts' })] } })
  await eventually(() => expect(described('Usual Purpose')).toBe('Parts'))
  expect(described('Type')).toBe('Business, vendor')
  expect(described('Address')).toBe('1200 Dock Street Astoria, OR 97103')
  expect(described('Email')).toBe('billing@harborpaint.example')
  expect(described('Phone')).toBe('(503) 555-0142')
})

test('shows dashes for missing contact data, and omits a blank note', async () => {
  await openPayee({ address: null, email: null, phone: null, default_purpose_id: null })
  expect(['Address', 'Email', 'Phone', 'Usual Purpose'].map(described)).toEqual(['–', '–', '–', '–'])
  expect(screen.queryByText('Note')).toBeNull()
})

test('shows a note', async () => {
  await openPayee({ note: 'Opens at 7' })
  expect(described('Note')).toBe('Opens at 7')
})

test.each([
  [true, true, 'On file'],
  [true, false, 'On file, without the signed form'],
  [false, true, 'Signed form on file'],
  [false, false, 'None'],
])('describes a W-9 (data: %j; document: %j) as "%s"', async (has_tax_form, has_tax_form_document, text) => {
  await openPayee({ has_tax_form, has_tax_form_document })
  expect(described('W-9')).toBe(text)
})

test('shows who verified a payee, when, and how', async () => {
  await openPayee()
  expect(described('Verified By')).toMatch(/^Manuel Ortiz, Nov 20, 2026, /)
  expect(described('Verification Method')).toBe('Called the number on their website and spoke to the owner')
  expect(screen.queryByText('Reason for Block')).toBeNull()
})

test('shows that a new payee is unverified, and who added or changed the payee', async () => {
  await openPayee({
    state: 'new',
    verified_by: null,
    verified_at: null,
    verified_how: null,
    edited_by: [
      { id: 31, name: 'Denise Carver' },
      { id: 33, name: 'Manuel Ortiz' },
    ],
  })
  expect(described('Verified By')).toBe('Not verified yet')
  expect(described('Added or Changed By')).toBe('Denise Carver and Manuel Ortiz')
  expect(screen.queryByText('Verification Method')).toBeNull()
})

test('shows why a payee is blocked', async () => {
  await openPayee({ state: 'blocked', blocked_reason: 'Their bank account was taken over' })
  expect(described('Reason for Block')).toBe('Their bank account was taken over')
})

test('links an admin to the audit trail of the payee', async () => {
  await openPayee()
  const link = screen.getByRole('link', { name: 'Audit trail for this payee' })
  expect(link.getAttribute('href')).toBe('/admin-audit?entity=payee&id=127')
})

test('offers no audit trail to a processor', async () => {
  await openPayee({}, { as: userAs('processor') })
  expect(screen.queryByRole('link', { name: 'Audit trail for this payee' })).toBeNull()
})

const documents = () => screen.getByRole('region', { name: 'Documents' })

test('links a document to its request and shows its kind, size, and author', async () => {
  await openPayee({}, { replies: { 'GET /payees/127/attachments': [invoice] } })
  const link = await eventually(() => within(documents()).getByRole('link', { name: 'invoice-4471.pdf' }))
  expect(link.getAttribute('href')).toBe('/check-requests/127?document=12')
  expect(spaced(documents().textContent)).toMatch(
    /LAG-TOY-SVC-000127 · Invoice · 178 KB · Dana Whitfield, Nov 12, 2026, /,
  )
})

test('omits a missing document type', async () => {
  await openPayee({}, { replies: { 'GET /payees/127/attachments': [{ ...invoice, kind: null }] } })
  await eventually(() => expect(spaced(documents().textContent)).toContain('LAG-TOY-SVC-000127 · 178 KB'))
})

test('says that there are no documents', async () => {
  await openPayee()
  await untilShown('No documents for this payee that you can view.')
})
