import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { together } from './promises.ts'

const later = async <Value>(milliseconds: number, value: Value) => {
  await pause(milliseconds)
  return value
}

const fails = async (milliseconds: number, message: string) => {
  await pause(milliseconds)
  throw new Error(message)
}

test('returns all results in the order of the parts', async () => {
  expect(await together(later(20, 'slow'), 'at hand', later(1, 2))).toEqual(['slow', 'at hand', 2])
})

test('throws the error of the first failing part in list order when a later part fails sooner', async () => {
  await expect(together(later(1, 1), fails(30, 'first'), fails(1, 'second'))).rejects.toThrow('first')
})

test('waits for all parts before it throws', async () => {
  let hasEnded = false
  const last = later(40, undefined).then(() => {
    hasEnded = true
  })
  await expect(together(fails(1, 'failed'), last)).rejects.toThrow('failed')
  expect(hasEnded).toBe(true)
})
