import type { RoleName } from '@check-requests/domain/access/roles.ts'
import type { StatusInput } from '@check-requests/domain/check-requests/fields.ts'
import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useWatch } from 'react-hook-form'
import { afterEach, expect, test, vi } from 'vitest'
import type { Person } from '#access/sessions/session-state.ts'
import { noStatusValues, type StatusForm, schemaWithNeeds } from '#check-requests/status/status-form.tsx'
import { choicesFor } from '#check-requests/status/transition-labels.ts'
import { UpdateStatusFields } from '#check-requests/status/update-status-dialog.tsx'
import { createApiClient } from '#platform/api-client.ts'
import { ApiProvider } from '#platform/api-context.tsx'
import { createQueryClient } from '#platform/query-client.ts'
import { eventually } from '#testing/eventually.ts'
import { answerJson, startServer } from '#testing/local-server.ts'
import { Form, useZodForm } from '#ui/form/form.tsx'

afterEach(cleanup)

async function setUp(role: RoleName, status_name: StatusName) {
  const { address } = await startServer((_, response) =>
    answerJson(response, 200, { success: true, message: 'Next', data: [{ id: 127, check_number: '001046' }] }),
  )
  const saved = vi.fn<(values: StatusInput) => void>()
  const request = {
    id: 127,
    status_name,
    requester_id: 1,
    created_by_id: 1,
    hands: [] as ListedRequest['hands'],
  } as ListedRequest
  const choices = choicesFor({ id: 2, role } as Person, request)
  function Example() {
    const form: StatusForm = useZodForm(schemaWithNeeds(choices), noStatusValues)
    const statusId = useWatch({ control: form.control, name: 'status_id' })
    const chosen = choices.find(({ to }) => to.id === statusId)
    return (
      <Form form={form} onSubmit={saved}>
        <UpdateStatusFields form={form} request={request} choices={choices} chosen={chosen} />
        <button type="submit">Update Status</button>
      </Form>
    )
  }
  render(
    <ApiProvider value={createApiClient(address)}>
      <QueryClientProvider client={createQueryClient()}>
        <Example />
      </QueryClientProvider>
    </ApiProvider>,
  )
  return { saved, user: userEvent.setup() }
}

test.each([
  [
    'approver',
    'request',
    'Rejected',
    /^Comment/,
    'Enter a reason so that the requester knows what to do.',
    'Wrong payee',
  ],
  ['processor', 'printed', 'Signed', /^Check Number/, 'Check number is required', '4711'],
] as const)(
  'requires the role %s to fill in the field for the transition from status %s to status %s before submitting',
  async (...row) => {
    const [role, from, to, label, message, text] = row
    const { saved, user } = await setUp(role, from)
    await user.selectOptions(screen.getByLabelText(/^Next Status/), to)
    await user.click(screen.getByText('Update Status'))
    await eventually(() => expect(screen.getByText(message)).toBeTruthy())
    expect(saved).not.toHaveBeenCalled()
    await user.type(screen.getByLabelText(label), text)
    await user.click(screen.getByText('Update Status'))
    await eventually(() => expect(saved).toHaveBeenCalledOnce())
  },
)

test('fills in the next check number with one click', async () => {
  const { saved, user } = await setUp('processor', 'printed')
  await user.selectOptions(screen.getByLabelText(/^Next Status/), 'Signed')
  await user.click(await screen.findByText('Use Next Number, 001046'))
  await user.click(screen.getByText('Update Status'))
  await eventually(() => expect(saved.mock.calls[0]?.[0]).toMatchObject({ status_id: 5, check_number: '001046' }))
})

test('accepts a recipient when the check is handed over', async () => {
  const { saved, user } = await setUp('processor', 'ready')
  await user.selectOptions(screen.getByLabelText(/^Next Status/), 'Closed')
  await user.type(screen.getByLabelText(/^Received By/), 'Maria Lopez')
  await user.click(screen.getByText('Update Status'))
  await eventually(() => expect(saved.mock.calls[0]?.[0]).toMatchObject({ status_id: 7, received_by: 'Maria Lopez' }))
})

test('requires a comment only if the transition needs one', async () => {
  const { saved, user } = await setUp('processor', 'approved')
  await user.selectOptions(screen.getByLabelText(/^Next Status/), 'Printed')
  await user.click(screen.getByText('Update Status'))
  await eventually(() => expect(saved).toHaveBeenCalledOnce())
})
