import { checkExamples } from '@check-requests/domain/checks/examples.ts'
import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AgreeDialog } from '#checks/detail/agree-dialog.tsx'
import { ConfirmStopDialog } from '#checks/detail/confirm-stop-dialog.tsx'
import { RefuseExceptionDialog } from '#checks/detail/refuse-exception-dialog.tsx'
import { RenewStopDialog } from '#checks/detail/renew-stop-dialog.tsx'
import { StopDialog } from '#checks/detail/stop-dialog.tsx'
import { VoidDialog } from '#checks/detail/void-dialog.tsx'
import { eventually } from '#testing/eventually.ts'
import { described, openScreen, Refusal, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const signed = checkExamples.one.reply
const printed: WholeCheckReply = { ...signed, state: 'printed', signed_by: [] }
const picture = {
  id: 31,
  name: 'void.jpg',
  size: 48_213,
  type: 'image/jpeg',
  sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  kind: null,
  created_at: '2026-11-20T16:20:00.000Z',
  created_by: { id: 12, name: 'Rosa Delgado' },
  removed_at: null,
  removed_by: null,
  can_remove: false,
}
const dialogs = {
  void: VoidDialog,
  stop: StopDialog,
  'confirm stop': ConfirmStopDialog,
  'renew stop': RenewStopDialog,
  agree: AgreeDialog,
  refuse: RefuseExceptionDialog,
}

async function openDialog(name: keyof typeof dialogs, check: WholeCheckReply, reply: unknown = check) {
  const Dialog = dialogs[name]
  const onOpenChange = vi.fn()
  const opened = await openScreen(<Dialog subject={check} open onOpenChange={onOpenChange} />, {
    as: userAs('processor'),
    replies: {
      'GET /check-requests/9/attachments': [
        picture,
        { ...picture, id: 32, name: 'gone.jpg', removed_at: picture.created_at },
      ],
      'POST /checks/127/void': reply,
      'POST /checks/127/void/agree': reply,
      'POST /checks/127/stop': reply,
      'POST /checks/127/stop/confirm': reply,
      'POST /checks/127/stop/renew': reply,
      'POST /checks/127/hand-over/exception/refuse': reply,
    },
  })
  await eventually(() => screen.getByRole(name === 'agree' ? 'alertdialog' : 'dialog'))
  const press = (label: string) => opened.user.click(screen.getByRole('button', { name: label }))
  const choose = (label: RegExp) => opened.user.click(screen.getByRole('radio', { name: label }))
  const fill = (label: string, text: string) => opened.user.type(screen.getByRole('textbox', { name: label }), text)
  return { ...opened, press, choose, fill, onOpenChange }
}

test('voids an unsigned check', async () => {
  const { press, choose, fill, sent, onOpenChange } = await openDialog('void', printed)
  expect(screen.queryByText(/Write VOID across the paper check/)).toBeNull()
  await fill('Why is this check voided?', 'Wrong name')
  await choose(/^Reissue/)
  await press('Void Check')
  await untilShown('Check voided')
  expect(sent()).toEqual([['POST /checks/127/void', { reason: 'Wrong name', request_status: 'approved', version: 3 }]])
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('requires a reason, an outcome, and, for a signed check, a picture of the defaced paper', async () => {
  const { press, sent } = await openDialog('void', signed)
  await press('Request Void')
  await untilShown('Enter the reason for voiding this check.')
  expect(screen.getByText('Choose whether to reissue the check or reject the request.')).toBeTruthy()
  expect(sent()).toEqual([])
})

test('sends a picture of a signed check with the request for another person’s agreement to void it', async () => {
  const { press, choose, fill, sent } = await openDialog('void', signed)
  await fill('Why is this check voided?', 'Wrong name')
  await choose(/^The request is rejected/)
  await press('Request Void')
  await untilShown('Choose or add a picture of the defaced check.')
  expect(screen.queryByRole('radio', { name: 'gone.jpg' })).toBeNull()
  await choose(/^void\.jpg$/)
  await press('Request Void')
  await untilShown('Void requested')
  expect(sent()).toEqual([
    ['POST /checks/127/void', { reason: 'Wrong name', request_status: 'rejected', attachment_id: 31, version: 3 }],
  ])
})

test('sends the bank’s confirmation number and fee with the stop of an unsigned check', async () => {
  const { press, choose, fill, sent } = await openDialog('stop', printed)
  await fill('What happened to the paper?', 'Lost')
  await choose(/^Reissue/)
  await fill('Bank’s Confirmation Number', 'SP-1')
  await fill('Bank Fee', '35')
  await press('Stop Check')
  await untilShown('Check stopped')
  const bank = { confirmation_number: 'SP-1', fee: 35 }
  expect(sent()).toEqual([
    ['POST /checks/127/stop', { reason: 'Lost', request_status: 'approved', ...bank, version: 3 }],
  ])
})

test('doesn’t ask for the bank’s confirmation number to stop a signed check', async () => {
  const { press, choose, fill, sent } = await openDialog('stop', signed)
  expect(screen.queryByRole('textbox', { name: 'Bank’s Confirmation Number' })).toBeNull()
  expect(screen.getByText(/until another person enters the bank’s number\.$/)).toBeTruthy()
  await fill('What happened to the paper?', 'Lost')
  await choose(/^The request is rejected/)
  await press('Stop Check')
  await eventually(() => expect(sent()[0]?.[1]).toMatchObject({ confirmation_number: null, fee: null }))
})

const stopped: WholeCheckReply = { ...signed, state: 'stopped', stop_lapses_on: '2027-05-30' }

test.each([
  ['confirm stop', 'Save', 'POST /checks/127/stop/confirm', 'Enter the bank’s confirmation number for the stop.'],
  ['renew stop', 'Renew Stop', 'POST /checks/127/stop/renew', 'Enter the bank’s confirmation number for the renewal.'],
] as const)('requires the bank’s number, but no fee, to %s', async (name, button, call, missing) => {
  const { press, fill, sent } = await openDialog(name, stopped)
  await press(button)
  await untilShown(missing)
  await fill('Bank’s Confirmation Number', 'SP-2')
  await press(button)
  await eventually(() => expect(sent()).toEqual([[call, { confirmation_number: 'SP-2', fee: null, version: 3 }]]))
})

test('says when the stop to be renewed expires', async () => {
  await openDialog('renew stop', stopped)
  expect(screen.getByText(/^The stop expires on May 30, 2027\. Ask the bank to renew the stop first/)).toBeTruthy()
})

const asked: WholeCheckReply = {
  ...signed,
  void_asked: {
    by: { id: 41, name: 'Priya Nair' },
    reason: 'Wrong name',
    request_status: 'rejected',
    attachment_id: 31,
  },
}

test('shows who requested a void, and records another person’s agreement', async () => {
  const { press, sent } = await openDialog('agree', asked)
  expect(described('Requested By')).toBe('Priya Nair')
  expect(described('Reason')).toBe('Wrong name')
  expect(described('Effect on the Request')).toBe('The request is rejected, and the requester sees the reason.')
  await press('Agree to Void')
  await untilShown('Check voided')
  expect(sent()).toEqual([['POST /checks/127/void/agree', { version: 3 }]])
})

test('shows in the confirmation dialog why a void failed', async () => {
  const { press } = await openDialog('agree', asked, new Refusal(409, 'You printed this check.'))
  await press('Agree to Void')
  await eventually(() => expect(screen.getByRole('alert').textContent).toBe('You printed this check.'))
})

test('requires a reason to refuse an exception', async () => {
  const exception = {
    by: { id: 5, name: 'Carl Brand' },
    at: '2026-11-23T18:00:00.000Z',
    reason: 'Auction',
    receiver: null,
    unknown_to_bank: true,
    allowed: null,
    refused: null,
  }
  const { press, fill, sent } = await openDialog('refuse', { ...signed, exception })
  expect(described('Exception')).toBe('To be handed over before the bank has accepted the check.')
  await press('Decline Exception')
  await untilShown('Enter the reason for refusing the exception.')
  await fill('Reason for Declining', 'Tomorrow')
  await press('Decline Exception')
  await untilShown('Exception declined')
  expect(sent()).toEqual([['POST /checks/127/hand-over/exception/refuse', { reason: 'Tomorrow', version: 3 }]])
})
