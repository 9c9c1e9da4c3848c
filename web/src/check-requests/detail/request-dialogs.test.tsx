import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { DeleteRequestDialog } from '#check-requests/detail/delete-request-dialog.tsx'
import { DeliveryDialog } from '#check-requests/detail/delivery-dialog.tsx'
import { DivertDialog } from '#check-requests/detail/divert-dialog.tsx'
import { HoldDialog } from '#check-requests/detail/hold-dialog.tsx'
import { PriorityDialog } from '#check-requests/detail/priority-dialog.tsx'
import { RouteAgainDialog } from '#check-requests/detail/route-again-dialog.tsx'
import { WithdrawDialog } from '#check-requests/detail/withdraw-dialog.tsx'
import { eventually } from '#testing/eventually.ts'
import { described, openScreen, Refusal, type Replies } from '#testing/open-screen.tsx'
import { deliveryMethod } from '#testing/places.ts'
import { detailedRequest } from '#testing/requests.ts'

const onOpenChange = vi.fn()
const request = detailedRequest()
const props = { request, open: true, onOpenChange }

async function openDialog(dialog: ReactNode, replies: Replies = {}) {
  onOpenChange.mockReset()
  const methods = [deliveryMethod(), deliveryMethod({ id: 3, name: 'FedEx', kind: 'carrier' })]
  const opened = await openScreen(dialog, { replies: { 'GET /delivery-methods': methods, ...replies } })
  await eventually(() => expect(screen.queryByRole('dialog') ?? screen.queryByRole('alertdialog')).toBeTruthy())
  return opened
}

const closes = () => eventually(() => expect(onOpenChange).toHaveBeenCalledWith(false))

test('puts a request on hold with a reason, and sends the displayed version', async () => {
  const { user, sent } = await openDialog(<HoldDialog {...props} />, { 'POST /check-requests/127/hold': request })
  await user.type(screen.getByLabelText(/^Reason/), 'Invoice missing')
  await user.click(screen.getByRole('button', { name: 'Put on Hold' }))
  await closes()
  expect(sent()).toEqual([['POST /check-requests/127/hold', { reason: 'Invoice missing', version: 5 }]])
})

test('requires a reason for a hold', async () => {
  const { user, sent } = await openDialog(<HoldDialog {...props} />)
  await user.click(screen.getByRole('button', { name: 'Put on Hold' }))
  await eventually(() => expect(screen.getByLabelText(/^Reason/).getAttribute('aria-invalid')).toBe('true'))
  expect(sent()).toEqual([])
})

test('keeps the dialog open with the server’s reason if a hold fails', async () => {
  const refusal = new Refusal(409, 'Victor Hale has already put this request on hold.')
  const { user } = await openDialog(<HoldDialog {...props} />, { 'POST /check-requests/127/hold': refusal })
  await user.type(screen.getByLabelText(/^Reason/), 'Invoice missing')
  await user.click(screen.getByRole('button', { name: 'Put on Hold' }))
  expect((await eventually(() => screen.getByRole('alert'))).textContent).toContain('Victor Hale')
  expect(onOpenChange).not.toHaveBeenCalled()
})

test('shows the server’s message at its field', async () => {
  const refusal = new Refusal(422, 'Check the form.', { reason: 'Enter at most 500 characters.' })
  const { user } = await openDialog(<HoldDialog {...props} />, { 'POST /check-requests/127/hold': refusal })
  await user.type(screen.getByLabelText(/^Reason/), 'Invoice missing')
  await user.click(screen.getByRole('button', { name: 'Put on Hold' }))
  expect(await eventually(() => screen.getByText('Enter at most 500 characters.'))).toBeTruthy()
})

test('changes the priority, starting with the current one', async () => {
  const reply = { 'PATCH /check-requests/127/change-priority': request }
  const { user, sent } = await openDialog(<PriorityDialog {...props} />, reply)
  expect(screen.getByRole('radio', { name: 'Normal' })).toHaveProperty('checked', true)
  await user.click(screen.getByRole('radio', { name: 'Urgent' }))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await closes()
  expect(sent()[0]?.[1]).toMatchObject({ priority_level: 'urgent', status_id: 1, version: 5 })
})

test('explains a withdrawal before confirmation, and sends the reason', async () => {
  const reply = { 'POST /status/check-request-history/127': request }
  const { user, sent } = await openDialog(<WithdrawDialog {...props} />, reply)
  expect(screen.getByText(/^\$1,796\.24 to Harbor Glass Works\. The request won’t be paid\./)).toBeTruthy()
  await user.type(screen.getByLabelText(/^Reason/), 'Paid by card')
  await user.click(screen.getByRole('button', { name: 'Withdraw' }))
  await closes()
  expect(sent()).toEqual([
    ['POST /status/check-request-history/127', { status_id: 8, note: 'Paid by card', version: 5 }],
  ])
})

test('reroutes a request with a reason', async () => {
  const reply = { 'POST /check-requests/127/route-anew': request }
  const { user, sent } = await openDialog(<RouteAgainDialog {...props} />, reply)
  await user.type(screen.getByLabelText(/^Reason/), 'New policy')
  await user.click(screen.getByRole('button', { name: 'Route Again' }))
  await closes()
  expect(sent()).toEqual([['POST /check-requests/127/route-anew', { reason: 'New policy', version: 5 }]])
})

test('names the request to delete, and sends the displayed version', async () => {
  const reply = { 'DELETE /check-requests/127': { id: 127 } }
  const { user, sent } = await openDialog(<DeleteRequestDialog {...props} />, reply)
  expect(['Request #', 'Amount', 'Payee', 'Department'].map(described)).toEqual([
    'LAG-TOY-SVC-000127',
    '$1,796.24',
    'Harbor Glass Works',
    'Service',
  ])
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await closes()
  expect(sent()).toEqual([['DELETE /check-requests/127', { version: 5 }]])
})

test('doesn’t delete a request on Cancel', async () => {
  const { user, sent } = await openDialog(<DeleteRequestDialog {...props} />)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await closes()
  expect(sent()).toEqual([])
})

const mailed = detailedRequest({
  status_name: 'ready',
  delivery_method_id: 3,
  delivery_method_kind: 'carrier',
  mailing_method: 'UPS',
  tracking_number: '1Z 999',
})

test('asks for a tracking number if a carrier delivers the check', async () => {
  await openDialog(<DeliveryDialog {...props} request={mailed} />)
  const field = await eventually(() => screen.getByLabelText('Tracking Number'))
  expect(field).toHaveProperty('value', '1Z 999')
  expect(screen.queryByLabelText('Message/Details')).toBeNull()
})

test('asks for a message if the check is picked up', async () => {
  await openDialog(<DeliveryDialog {...props} />)
  expect(await eventually(() => screen.getByLabelText('Message/Details'))).toBeTruthy()
  expect(screen.queryByLabelText('Tracking Number')).toBeNull()
})

test('sends a changed tracking number with the other details', async () => {
  const reply = { 'PUT /check-requests/127': mailed }
  const { user, sent } = await openDialog(<DeliveryDialog {...props} request={mailed} />, reply)
  const field = await eventually(() => screen.getByLabelText('Tracking Number'))
  await user.clear(field)
  await user.type(field, '1Z 111')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await closes()
  expect(sent()[0]?.[1]).toMatchObject({
    delivery_method_id: 3,
    mailing_method: 'UPS',
    tracking_number: '1Z 111',
    version: 5,
  })
})

test('offers only delivery methods without mailing for a check that is picked up instead of mailed', async () => {
  const { user } = await openDialog(<DivertDialog {...props} request={mailed} />)
  await user.click(screen.getByRole('combobox', { name: /^Delivery Method/ }))
  const options = await eventually(() => screen.getAllByRole('option'))
  expect(options.map(({ textContent }) => textContent)).toEqual(['Pickup'])
})
