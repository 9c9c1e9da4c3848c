import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Input } from '#ui/form/field.tsx'
import { Form, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'

afterEach(cleanup)

const either = 'One of the two is required'
const schema = z
  .object({ payee: z.string().min(1, { error: 'Payee name is required' }), vin: z.string(), po: z.string() })
  .refine(({ vin, po }) => vin || po, { path: ['vin'], error: either, when: () => true })
  .refine(({ vin, po }) => vin || po, { path: ['po'], error: either, when: () => true })

function setUp(serverFields?: Record<string, string>) {
  const saved = vi.fn()
  function Example() {
    const form = useZodForm(schema, { payee: '', vin: '', po: '' })
    function save(values: z.output<typeof schema>) {
      saved(values)
      showServerErrors(form, serverFields)
    }
    return (
      <Form form={form} onSubmit={save}>
        <FormField form={form} name="payee" label="Payee" hint="As on the check">
          {(field) => <Input {...field} />}
        </FormField>
        <FormField form={form} name="vin" label="VIN" alsoCheck={['po']}>
          {(field) => <Input {...field} />}
        </FormField>
        <FormField form={form} name="po" label="PO" alsoCheck={['vin']}>
          {(field) => <Input {...field} />}
        </FormField>
        <button type="submit">Save</button>
      </Form>
    )
  }
  render(<Example />)
  return { saved, user: userEvent.setup() }
}

const field = (name: string) => screen.getByLabelText(name)
const messageOf = (name: string) =>
  (field(name).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .filter(Boolean)

test('shows errors after leaving a changed field, but not while typing or tabbing through an untouched one', async () => {
  const { user } = setUp()
  await user.click(field('Payee'))
  await user.tab()
  await user.type(field('Payee'), 'x')
  await user.clear(field('Payee'))
  expect(messageOf('Payee')).toEqual(['As on the check'])
  await user.tab()
  expect(messageOf('Payee')).toEqual(['Payee name is required', 'As on the check'])
  await user.type(field('Payee'), 'x')
  expect(messageOf('Payee')).toEqual(['As on the check'])
})

test('shows every error on submit, focuses the first invalid field, and sends nothing', async () => {
  const { user, saved } = setUp()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(messageOf('Payee')).toEqual(['Payee name is required', 'As on the check'])
  expect(field('Payee').getAttribute('aria-invalid')).toBe('true')
  expect([messageOf('VIN'), messageOf('PO')]).toEqual([[either], [either]])
  expect(document.activeElement).toBe(field('Payee'))
  expect(saved).not.toHaveBeenCalled()
})

test('clears the errors of two linked fields when one of them changes', async () => {
  const { user } = setUp()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.type(field('PO'), '4')
  expect([messageOf('VIN'), messageOf('PO')]).toEqual([[], []])
})

test('shows server errors at their fields, and clears them when the field changes', async () => {
  const { user, saved } = setUp({ po: 'This PO was paid already', other: 'Not a field of this form' })
  await user.type(field('Payee'), 'Maria')
  await user.type(field('PO'), '4')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(saved).toHaveBeenCalledWith({ payee: 'Maria', vin: '', po: '4' })
  expect(messageOf('PO')).toEqual(['This PO was paid already'])
  expect(document.activeElement).toBe(field('PO'))
  await user.type(field('PO'), '5')
  expect(messageOf('PO')).toEqual([])
})
