import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { optional } from '#ui/optional.tsx'

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>

test('shows the component once its code has loaded', async () => {
  const loading = Promise.withResolvers<typeof Greeting>()
  const Optional = optional(() => loading.promise)
  render(<Optional name="Grace" />)
  expect(screen.queryByText('Hello Grace')).toBeNull()
  loading.resolve(Greeting)
  await screen.findByText('Hello Grace')
})

test('keeps the screen if the code can’t be loaded', async () => {
  const loading = Promise.withResolvers<typeof Greeting>()
  const Optional = optional(() => loading.promise)
  render(
    <>
      <h1>Check Requests</h1>
      <Optional name="Ada" />
    </>,
  )
  loading.reject(new TypeError('Failed to fetch dynamically imported module'))
  await expect.poll(() => loading.promise.catch(() => 'failed')).toBe('failed')
  await screen.findByRole('heading', { name: 'Check Requests' })
  expect(screen.queryByText('Hello Ada')).toBeNull()
})
