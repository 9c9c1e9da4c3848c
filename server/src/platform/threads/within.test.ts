import { expect, test } from 'vitest'
import { within } from './promises.ts'

const failure = () => new Error('too late')

test('work that ends in time returns its value, or its own error', async () => {
  expect(await within(1000, Promise.resolve('done'), failure)).toBe('done')
  await expect(within(1000, Promise.reject(new Error('broken')), failure)).rejects.toThrow('broken')
})

test('work that does not end in time fails, and its own end changes nothing any more', async () => {
  const { promise, reject } = Promise.withResolvers<never>()
  await expect(within(1, promise, failure)).rejects.toThrow('too late')
  reject(new Error('nobody catches this'))
  await expect(promise).rejects.toThrow('nobody catches this')
})
