import { payeeExamples } from '@check-requests/domain/payees/examples.ts'
import type { PayeeAct } from '@check-requests/domain/payees/lifecycle.ts'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useDealerGroups } from '#organization/api.ts'
import { PayeeActDialog } from '#payees/payee-act-dialog.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, Refusal, type Replies, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'
import { dealerGroup } from '#testing/places.ts'

const payee = payeeExamples.one.reply
const ada = { id: 7, name: 'Ada Moreno' }

/** Shows a text once the dealer group's rules have loaded, because refusals depend on them. */
function GroupsKnown() {
  return <p>{useDealerGroups().isSuccess && 'Groups known'}</p>
}

async function openAct(act: PayeeAct, { changes = {}, replies = {} as Replies } = {}) {
  const onOpenChange = vi.fn()
  const subject = { payee: { ...payee, ...changes }, act }
  const content = (
    <>
      <PayeeActDialog subject={subject} open onOpenChange={onOpenChange} />
      <GroupsKnown />
    </>
  )
  const opened = await openScreen(content, {
    as: userAs('admin'),
    replies: { 'GET /payees/127/likeness': [], 'GET /dealer-groups': [dealerGroup()], ...replies },
  })
  await untilShown('Groups known')
  return { ...opened, onOpenChange }
}

test.each([
  ['verify', 'Verify Harbor Paint Supply', 'How did you verify this payee?', 'Verify Payee'],
  ['block', 'Block Harbor Paint Supply', 'Why is this payee blocked?', 'Block Payee'],
  ['unblock', 'Unblock Harbor Paint Supply', 'Why are you unblocking this payee?', 'Unblock Payee'],
] as const)('asks for a reason or method to %s a payee', async (act, title, question, button) => {
  await openAct(act)
  expect(screen.getByRole('dialog', { name: title })).toBeTruthy()
  expect(screen.getByRole('textbox', { name: question })).toBeTruthy()
  expect(screen.getByRole('button', { name: button })).toBeTruthy()
})

test.each([
  ['verify', 'POST /payees/127/verify', { how: 'Called them', version: 2 }, 'Payee verified'],
  ['block', 'POST /payees/127/block', { reason: 'Called them', version: 2 }, 'Payee blocked'],
  ['unblock', 'POST /payees/127/unblock', { reason: 'Called them', version: 2 }, 'Payee unblocked'],
] as const)('sends the entered text to %s a payee, and closes', async (act, call, body, notice) => {
  const { user, sent, onOpenChange } = await openAct(act, { replies: { [call]: payee } })
  await user.type(screen.getByRole('textbox'), 'Called them')
  await user.click(screen.getByRole('button', { name: / Payee$/ }))
  await untilShown(notice)
  expect(sent()).toEqual([[call, body]])
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false)
})

test('sends nothing without a reason', async () => {
  const { user, sent } = await openAct('block')
  await user.click(screen.getByRole('button', { name: 'Block Payee' }))
  await eventually(() => expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true'))
  expect(sent()).toEqual([])
})

test('shows the server’s refusal and stays open', async () => {
  const replies = { 'POST /payees/127/block': new Refusal(409, 'The payee is blocked now.') }
  const { user, onOpenChange } = await openAct('block', { replies })
  await user.type(screen.getByRole('textbox'), 'Fraud')
  await user.click(screen.getByRole('button', { name: 'Block Payee' }))
  await eventually(() => expect(screen.getByRole('alert').textContent).toBe('The payee is blocked now.'))
  expect(onOpenChange).not.toHaveBeenCalled()
})

test('doesn’t let the admin who changed a payee verify it', async () => {
  await openAct('verify', { changes: { state: 'new', edited_by: [ada] } })
  await untilShown('Ada Moreno added or changed this payee, so another admin has to verify it (separation of duties).')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Verify Payee' })).toBeNull()
})

test('lets the admin who changed a payee verify it if separation of duties is off', async () => {
  const { settings, ...group } = dealerGroup()
  const groups = [{ ...group, settings: { ...settings, separation_of_duties: false } }]
  const replies = { 'GET /dealer-groups': groups }
  await openAct('verify', { changes: { state: 'new', edited_by: [ada] }, replies })
  expect(screen.getByRole('button', { name: 'Verify Payee' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('lets the admin who changed a payee block it', async () => {
  await openAct('block', { changes: { edited_by: [ada] } })
  expect(screen.getByRole('button', { name: 'Block Payee' })).toBeTruthy()
})

test('shows similar payees only before a verification', async () => {
  const found = [{ kind: 'employee', id: 31, name: 'Denise Carver', state: null, alike: 'name' }]
  await openAct('verify', { replies: { 'GET /payees/127/likeness': found } })
  await untilShown(/An employee has nearly the same name/)
})

test('doesn’t fetch similar payees before a block', async () => {
  const { read } = await openAct('block')
  expect(read()).not.toContain('/payees/127/likeness')
})
