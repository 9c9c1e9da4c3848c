import { expect, test } from 'vitest'
import { within } from './promises.ts'

const failure = () => new Error('too late')

test('returns the value or the error of work that ends in time', async () => {
  expect(await within(1000, Promise.resolve('done'), failure)).toBe('done')
  await expect(within(1000, Promise.reject(new Error('broken')), failure)).rejects.toThrow('broken')
})

test('fails work that doesn’t end in time, and ignores the later outcome', async () => {
  const { promise, reject } = Promise.withResolvers<never>()
  await expect(within(1, promise, failure)).rejects.toThrow('too late')
  reject(new Error('not caught anywhere'))
  await expect(promise).rejects.toThrow('not caught anywhere')
})
