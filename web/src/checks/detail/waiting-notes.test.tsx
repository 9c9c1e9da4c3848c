import { checkExamples } from '@check-requests/domain/checks/examples.ts'
import type { HandOverException } from '@check-requests/domain/checks/fields.ts'
import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { addDays, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WaitingNotes } from '#checks/detail/waiting-notes.tsx'
import { openScreen, spaced } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const check: WholeCheckReply = checkExamples.one.reply

async function notesOn(changes: Partial<WholeCheckReply>, refusals: string[] = []) {
  await openScreen(<WaitingNotes check={{ ...check, ...changes }} refusals={refusals} />, { as: userAs('processor') })
  return screen.queryAllByRole('region').flatMap((note) => {
    const title = note.getAttribute('aria-label')
    return title?.startsWith('Notifications') ? [] : [[title, spaced(note.textContent).slice(title?.length)]]
  })
}

test('shows no note on a check that isn’t waiting for anything', async () => {
  expect(await notesOn({})).toEqual([])
})

test('shows who wants to void a check, why, and what happens to the request', async () => {
  const void_asked = {
    by: { id: 41, name: 'Priya Nair' },
    reason: 'The payee has another name',
    request_status: 'rejected' as const,
    attachment_id: 31,
  }
  const [[title, text] = []] = await notesOn({ void_asked })
  expect(title).toBe('Waiting for a second person')
  expect(text).toContain('Priya Nair wants to void this check: The payee has another name')
  expect(text).toContain('Once voided: The request is rejected, and the requester sees the reason.')
  const link = screen.getByRole('link', { name: /^View the picture of the defaced check/ })
  expect(link.getAttribute('href')).toBe('/check-requests/9?document=31')
})

const exception: HandOverException = {
  by: { id: 5, name: 'Carl Brand' },
  at: '2026-11-23T18:00:00.000Z',
  reason: 'He is driving to the auction',
  receiver: { id: 3, name: 'Anton Berg' },
  unknown_to_bank: false,
  allowed: null,
  refused: null,
}
const at = '2026-11-23T19:00:00.000Z'
const ada = { id: 9, name: 'Ada Moreno' }

test.each([
  ['isn’t answered', {}, 'Exception waiting for a second person', 'Carl Brand requested an exception'],
  [
    'was allowed',
    { allowed: { by: ada, at } },
    'Exception allowed',
    'Ada Moreno allowed the exception, so the check can be handed over.',
  ],
  [
    'was refused',
    { refused: { by: ada, at, reason: 'Tomorrow' } },
    'Exception declined',
    'Ada Moreno refused the exception: Tomorrow',
  ],
])('shows an exception that %s', async (_, answer, title, sentence) => {
  const [note = []] = await notesOn({ exception: { ...exception, ...answer } })
  expect(note[0]).toBe(title)
  expect(note[1]).toContain(sentence)
  expect(note[1]).toContain('To be given to Anton Berg, who was involved in the check’s request, printing, or signing.')
})

test('shows no exception for a check that was handed over', async () => {
  expect(await notesOn({ exception, state: 'issued' })).toEqual([])
})

test.each(['manual', 'opening'] as const)(
  'says that an entered check of the kind %s is waiting for confirmation',
  async (kind) => {
    const [note = []] = await notesOn({ kind, state: 'reserved', entered_by: { id: 5, name: 'Carl Brand' } })
    expect(note[0]).toBe('Waiting for a second person')
    expect(note[1]).toContain('Carl Brand entered this check. It takes effect once another person')
  },
)

test('says that a stop is waiting for the bank, and who enters the number for a signed check', async () => {
  const [note = []] = await notesOn({ state: 'stopped' })
  expect(note[0]).toBe('Waiting for the bank')
  expect(note[1]).toMatch(/A person who didn’t print, sign, or stop the check must enter it\.$/)
})

test('doesn’t restrict who enters the bank’s number for a check that was never signed', async () => {
  const [note = []] = await notesOn({ state: 'stopped', signed_by: [] })
  expect(note[1]).toMatch(/bank’s confirmation number is entered\.$/)
})

const today = localToday(new Date())
const stopped = { state: 'stopped' as const, stop_number: 'SP-1' }

test.each([
  ['lapsed long ago', -40, ['The stop has expired']],
  ['lapses soon', 5, ['The stop expires soon']],
  ['is valid for months', 150, []],
])('warns of a stop that %s', async (_, days, titles) => {
  const notes = await notesOn({ ...stopped, stop_lapses_on: addDays(today, days) })
  expect(notes.map(([title]) => title)).toEqual(titles)
})

test('doesn’t warn of the stop of a check in another state', async () => {
  expect(await notesOn({ state: 'voided', stop_number: 'SP-1', stop_lapses_on: addDays(today, -40) })).toEqual([])
})

test('shows why expected actions are missing', async () => {
  await notesOn({}, ['You signed check 10041, so someone else has to agree.'])
  expect(screen.getByText('You signed check 10041, so someone else has to agree.')).toBeTruthy()
})
