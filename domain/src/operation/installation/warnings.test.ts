import { expect, test } from 'vitest'
import { warningsOf } from './warnings.ts'

const now = Date.parse('2026-11-25T12:00:00.000Z')
const hours = (count: number) => new Date(now - count * 3_600_000).toISOString()

const mail = { server: 'mail:25', from: 'checks@example.com', waiting: 1, sent: 0, refused: 0, given_up: 0 }
const healthy = {
  started_at: hours(1),
  disk_free_bytes: 2_000_000_000,
  backups: { newest_at: hours(36), bytes: 1 },
  verification: { at: hours(48), problem: null },
  jobs_failed: [],
  key_copies: { files: ['files.json'], confirmed_at: hours(1), confirmed_by: 'Alma Reyes' },
  mail: { ...mail, waiting_since: hours(1) },
}

test('gives no warning for a healthy installation at the edge of every limit', () => {
  expect(warningsOf(healthy, now)).toEqual([])
  const young = { ...healthy, backups: { newest_at: null, bytes: null }, verification: { at: null, problem: null } }
  expect(warningsOf({ ...young, mail: null, disk_free_bytes: null }, now)).toEqual([])
})

test.each([
  [
    'The audit trail is broken. The chain of System is broken.',
    { verification: { at: hours(1), problem: 'The chain of System is broken.' } },
  ],
  ['The audit trail hasn’t been verified for two days.', { verification: { at: hours(48.1), problem: null } }],
  ['Less than 2 GB is left on the disk of the data folder.', { disk_free_bytes: 1_999_999_999 }],
  ['The server doesn’t create backups.', { backups: null }],
  ['The newest complete backup is older than 36 hours.', { backups: { newest_at: hours(36.1), bytes: 1 } }],
  ['There is no complete backup yet.', { started_at: hours(36.1), backups: { newest_at: null, bytes: null } }],
  [
    'No one has confirmed that copies of the keys (files.json) are kept elsewhere.',
    { key_copies: { files: ['files.json'], confirmed_at: null, confirmed_by: null } },
  ],
  ['“Send emails” has failed. Nobody answers.', { jobs_failed: [{ label: 'Send emails', error: 'Nobody answers.' }] }],
  ['An email has been waiting for more than an hour.', { mail: { ...mail, waiting_since: hours(1.1) } }],
])('shows the warning “%s”', (what, changes) => {
  const warnings = warningsOf({ ...healthy, ...changes }, now)
  expect(warnings).toEqual([{ what, advice: expect.stringMatching(/\.$/) }])
})

test('lists a broken audit trail first', () => {
  const worst = { ...healthy, disk_free_bytes: 0, backups: null, verification: { at: hours(1), problem: 'Broken.' } }
  expect(warningsOf(worst, now).map(({ what }) => what.slice(0, 15))).toEqual([
    'The audit trail',
    'Less than 2 GB ',
    'The server does',
  ])
})
