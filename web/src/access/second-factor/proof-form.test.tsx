import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ProofForm } from '#access/second-factor/proof-form.tsx'
import { ApiFailure } from '#platform/api-failure.ts'

test('asks a user without a second factor for the password, and shows why it was refused', async () => {
  const given: unknown[] = []
  const prove = async (proof: unknown) => {
    given.push(proof)
    throw new ApiFailure('This password is wrong.', 422, 'INVALID_FIELDS')
  }
  render(
    <ProofForm ways={['password']} options={() => Promise.reject(new Error('none'))} prove={prove} buttons={null} />,
  )
  const person = userEvent.setup()
  const field = screen.getByLabelText<HTMLInputElement>('Password')
  expect([field.type, field.autocomplete]).toEqual(['password', 'current-password'])
  await person.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(screen.getByText('Enter your password.')).toBeTruthy()
  await person.type(field, 'nine brown envelopes')
  await person.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(given).toEqual([{ way: 'password', password: 'nine brown envelopes' }])
  expect(await screen.findByText('This password is wrong.')).toBeTruthy()
  expect(screen.queryByText(/recovery code/i)).toBeNull()
})
