import type { RoleName } from '@check-requests/domain/access/roles.ts'
import type { StatusInput } from '@check-requests/domain/check-requests/fields.ts'
import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useWatch } from 'react-hook-form'
import { afterEach, expect, test, vi } from 'vitest'
import { choicesFor } from '#check-requests/status/transition-labels.ts'
import { UpdateStatusFields } from '#check-requests/status/update-status-fields.tsx'
import { schemaWithNeeds } from '#check-requests/status/update-status-schema.ts'
import type { Person } from '#sessions/session-state.ts'
import { eventually } from '#testing/eventually.ts'
import { Form, useZodForm } from '#ui/form.tsx'

afterEach(cleanup)

function setUp(role: RoleName, status_name: StatusName) {
  const saved = vi.fn<(values: StatusInput) => void>()
  const request = {
    status_name,
    requester_id: 1,
    created_by_id: 1,
    hands: [] as ListedRequest['hands'],
  } as ListedRequest
  const choices = choicesFor({ id: 2, role } as Person, request)
  function Example() {
    const form = useZodForm(schemaWithNeeds(choices), { status_id: 0, check_number: '', note: '' })
    const statusId = useWatch({ control: form.control, name: 'status_id' })
    const chosen = choices.find(({ to }) => to.id === statusId)
    return (
      <Form form={form} onSubmit={saved}>
        <UpdateStatusFields form={form} request={request} choices={choices} chosen={chosen} />
        <button type="submit">Update status</button>
      </Form>
    )
  }
  render(<Example />)
  return { saved, user: userEvent.setup() }
}

test.each([
  ['approver', 'request', 'Rejected', /^Comment/, 'Say why: the requester needs to know what to do.', 'Wrong payee'],
  ['processor', 'printed', 'Signed', /^Check Number/, 'Check number is required', '4711'],
] as const)('%s at %s: %s asks for what the table needs, and goes once it is there', async (...row) => {
  const [role, from, to, label, message, text] = row
  const { saved, user } = setUp(role, from)
  await user.selectOptions(screen.getByLabelText(/^Next Status/), to)
  await user.click(screen.getByText('Update status'))
  await eventually(() => expect(screen.getByText(message)).toBeTruthy())
  expect(saved).not.toHaveBeenCalled()
  await user.type(screen.getByLabelText(label), text)
  await user.click(screen.getByText('Update status'))
  await eventually(() => expect(saved).toHaveBeenCalledOnce())
})

test('a comment stays optional where the table needs none', async () => {
  const { saved, user } = setUp('processor', 'approved')
  await user.selectOptions(screen.getByLabelText(/^Next Status/), 'Printed')
  await user.click(screen.getByText('Update status'))
  await eventually(() => expect(saved).toHaveBeenCalledOnce())
})
