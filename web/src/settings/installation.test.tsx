import type { Installation } from '@check-requests/domain/operation/installation/endpoints.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { InstallationFacts } from '#settings/installation.tsx'
import { MailFacts } from '#settings/mail.tsx'
import { eventually } from '#testing/eventually.ts'
import { described, openScreen, Refusal } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const as = userAs('admin', { access_level: 0, dealer_group_id: null })

function installation(changes: Partial<Installation> = {}): Installation {
  const now = new Date().toISOString()
  return {
    version: '2.1.0',
    node: 'v24.1.0',
    started_at: now,
    database: 'SQLite',
    files: 'data folder',
    documents: { count: 0, bytes: 0 },
    most_bytes_of_document: 20_000_000,
    checkpoints: false,
    database_bytes: 5_000_000,
    disk_free_bytes: 50_000_000_000,
    sessions: 1250,
    backups: { newest_at: now, bytes: 5_000_000 },
    verification: { at: now, problem: null },
    jobs_failed: [],
    key_copies: { files: ['files.json'], confirmed_at: now, confirmed_by: 'Alma Reyes' },
    mail: null,
    ...changes,
  }
}

async function openFacts(changes: Partial<Installation> = {}) {
  await openScreen(<InstallationFacts />, { as, replies: { 'GET /installation': installation(changes) } })
  await eventually(() => screen.getByText('Version'))
}

test('shows a healthy installation without warnings', async () => {
  await openFacts()
  expect(screen.getByText('No problems found.')).toBeTruthy()
  expect(described('Version')).toBe('2.1.0')
  expect(described('Sessions')).toBe('1,250')
  expect(screen.queryByRole('region', { name: 'Warnings' })).toBeNull()
})

test('lists each warning with its advice instead of “No problems found”', async () => {
  await openFacts({ jobs_failed: [{ label: 'Back up', error: 'The folder is full.' }], disk_free_bytes: 1 })
  const warnings = within(screen.getByRole('region', { name: 'Warnings' })).getAllByRole('listitem')
  expect(warnings.map(({ textContent }) => textContent)).toEqual([
    'Less than 2 GB is left on the disk of the data folder. Free up space, or move the folder to a larger disk, before saving fails.',
    '“Back up” has failed. The folder is full. Open Background Work for details or to run it again.',
  ])
  expect(screen.queryByText(/No problems found/)).toBeNull()
})

test.each<[string, Partial<Installation>, string, RegExp]>([
  ['no document', {}, 'Documents', /^None$/],
  ['a document', { documents: { count: 1, bytes: 2000 } }, 'Documents', /^1 document, /],
  ['many documents', { documents: { count: 1200, bytes: 2000 } }, 'Documents', /^1,200 documents, /],
  ['an unknown disk', { disk_free_bytes: null }, 'Free Disk Space', /^–$/],
  ['backups turned off', { backups: null }, 'Newest Backup', /^Off$/],
  ['no backup yet', { backups: { newest_at: null, bytes: null } }, 'Newest Backup', /^None yet$/],
  ['files in a bucket', { files: 'bucket' }, 'Document Storage', /^In a bucket$/],
  ['files in a folder', {}, 'Document Storage', /^In the data folder$/],
  ['a trail not verified yet', { verification: { at: null, problem: null } }, 'Audit Trail Last Verified', /^Not yet$/],
  ['checkpoints', { checkpoints: true }, 'Signed Audit Trail Checkpoints', /^Written outside the database$/],
  ['confirmed key copies', {}, 'Key Copies Confirmed', /, by Alma Reyes$/],
  ['no checkpoints', {}, 'Signed Audit Trail Checkpoints', /^Off$/],
])('describes %s', async (_, changes, label, text) => {
  await openFacts(changes)
  expect(described(label)).toMatch(text)
})

test('asks for a confirmation that copies of the keys are kept elsewhere, and records it', async () => {
  const key_copies = { files: ['files.json'], confirmed_at: null, confirmed_by: null }
  const done = { ...key_copies, confirmed_at: '2026-11-20T15:00:00.000Z', confirmed_by: 'Alma Reyes' }
  const replies = { 'GET /installation': installation({ key_copies }), 'POST /installation/key-copies': done }
  const { user, sent } = await openScreen(<InstallationFacts />, { as, replies })
  expect((await eventually(() => screen.getByRole('region', { name: 'Warnings' }))).textContent).toContain('files.json')
  await user.click(screen.getByRole('button', { name: 'Confirm Key Copies' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Confirm Key Copies' }))
  await eventually(() => expect(sent().map(([call]) => call)).toContain('POST /installation/key-copies'))
})

test('shows why the installation’s status couldn’t be loaded', async () => {
  const replies = { 'GET /installation': new Refusal(403, 'Only super admins see this.') }
  await openScreen(<InstallationFacts />, { as, replies })
  expect((await eventually(() => screen.getByRole('alert'))).textContent).toContain('Only super admins see this.')
})

const mail = {
  server: 'smtp.lakeside.example',
  from: 'checks@lakeside.example',
  waiting: 0,
  waiting_since: null,
  sent: 1,
  refused: 0,
  given_up: 0,
}

async function openMail(changes: Partial<typeof mail> | { waiting_since: string; waiting: number } = {}, replies = {}) {
  const facts = installation({ mail: { ...mail, ...changes } })
  const opened = await openScreen(<MailFacts />, { as, replies: { 'GET /installation': facts, ...replies } })
  await eventually(() => screen.getByText('Mail Server'))
  return opened
}

test('explains how to set up email if email isn’t set up', async () => {
  await openScreen(<MailFacts />, { as, replies: { 'GET /installation': installation() } })
  expect(await eventually(() => screen.getByText(/set SMTP_URL and MAIL_FROM/))).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send Test Email' })).toBeNull()
})

test('shows the mail server and the results of the last 24 hours', async () => {
  await openMail()
  expect(described('Mail Server')).toBe('smtp.lakeside.example')
  expect(described('Sender')).toBe('checks@lakeside.example')
  expect(described('Waiting')).toBe('None')
  expect(described('Sent')).toBe('1 email')
  expect(described('Refused')).toBe('None')
  expect(described('Not Delivered Within Three Days')).toBe('None')
})

test.each([
  [{ waiting: 2, waiting_since: '2026-11-20T15:00:00.000Z' }, 'Waiting', /^2 emails, the oldest since Nov 20, 2026, /],
  [{ sent: 1200 }, 'Sent', /^1,200 emails$/],
  [{ refused: 1 }, 'Refused', /^1 email\. The user list shows the refused addresses\.$/],
  [{ given_up: 3 }, 'Not Delivered Within Three Days', /^3 emails$/],
])('shows the email count for %j in the row “%s”', async (changes, label, text) => {
  await openMail(changes)
  expect(described(label)).toMatch(text)
})

const address = 'ada@lakeside.example'

test('sends a test email, and says which inbox to check', async () => {
  const { user, sent } = await openMail(
    {},
    { 'POST /installation/test-mail': { taken: true, address, answer: '250 OK' } },
  )
  await user.click(screen.getByRole('button', { name: 'Send Test Email' }))
  const text = 'The mail server accepted the test email to ada@lakeside.example. Check that inbox.'
  expect(await eventually(() => screen.getByText(text))).toBeTruthy()
  expect(sent().map(([call]) => call)).toEqual(['POST /installation/test-mail'])
})

test('shows the mail server’s response if it refuses the test email', async () => {
  const reply = { taken: false, address, answer: '550 No such user.' }
  const { user } = await openMail({}, { 'POST /installation/test-mail': reply })
  await user.click(screen.getByRole('button', { name: 'Send Test Email' }))
  const text = 'Couldn’t send the test email to ada@lakeside.example. 550 No such user.'
  expect(await eventually(() => screen.getByText(text))).toBeTruthy()
})
