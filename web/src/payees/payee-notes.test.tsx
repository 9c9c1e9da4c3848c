import { payeeExamples } from '@check-requests/domain/payees/examples.ts'
import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ListOffNote, MergedNotes } from '#payees/payee-notes.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, spaced } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const payee = payeeExamples.one.reply

async function noteOn(changes: Partial<PayeeReply>, label = 'Merged') {
  await openScreen(<MergedNotes payee={{ ...payee, ...changes }} />, { as: userAs('admin') })
  return screen.queryByRole('region', { name: label })
}

test('shows no note on a payee that was never merged', async () => {
  expect(await noteOn({})).toBeNull()
  expect(await noteOn({ merged_from: [] })).toBeNull()
})

test('shows which payee this one was merged into, by whom, and when', async () => {
  const note = await noteOn({
    merged_into: { id: 131, name: 'Harbour Paint' },
    merged_by: 'Denise Carver',
    merged_at: '2026-11-20T17:02:00.000Z',
  })
  expect(spaced(note?.textContent)).toMatch(
    /^Merged into Harbour Paint by Denise Carver, Nov 20, 2026, .*The details below/,
  )
  expect(screen.getByRole('link', { name: 'Harbour Paint' }).getAttribute('href')).toBe('/admin-payees/131')
})

test('names the payee merged into this one', async () => {
  const note = await noteOn({ merged_from: [{ id: 131, name: 'Harbour Paint' }] })
  expect(spaced(note?.textContent)).toBe(
    'Merged from Harbour Paint. Requests under that name are shown here and pay this payee.',
  )
})

test('lists several payees merged into this one', async () => {
  const note = await noteOn({
    merged_from: [
      { id: 131, name: 'Harbour Paint' },
      { id: 132, name: 'H. Paint' },
    ],
  })
  expect(spaced(note?.textContent)).toBe(
    'Merged from Harbour Paint, H. Paint. Requests under those names are shown here and pay this payee.',
  )
})

test('suggests merging payees with the same name', async () => {
  const note = await noteOn({ counts_as: { id: 9, name: 'HARBOR PAINT SUPPLY' } }, 'Treated as Another Payee')
  expect(spaced(note?.textContent)).toBe('Treated as HARBOR PAINT SUPPLY. Both payees have the same name. Merge them.')
})

test('explains how to separate payees whose names differ only in the legal form', async () => {
  const note = await noteOn({ counts_as: { id: 9, name: 'Harbor Paint Supply LLC' } }, 'Treated as Another Payee')
  expect(spaced(note?.textContent)).toMatch(/The names differ only in the legal form\. To make this a separate payee/)
})

const offNote = () => screen.queryByRole('region', { name: 'Payee List Off' })

test('says that the payee list is off', async () => {
  await openScreen(<ListOffNote />, { as: userAs('admin') })
  expect(spaced(offNote()?.textContent)).toMatch(/^The payee list is off\./)
  expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings')
})

test('shows no note while the payee list is on', async () => {
  await openScreen(<ListOffNote />, { as: userAs('admin', { payee_list: true }) })
  expect(offNote()).toBeNull()
})

test('shows a super admin, who has no dealer group, no note about the payee list', async () => {
  await openScreen(<ListOffNote />, { as: userAs('admin', { access_level: 0, dealer_group_id: null }) })
  await eventually(() => expect(offNote()).toBeNull())
})
