import { expect, test } from 'vitest'
import { SharedWork } from './promises.ts'

test('shares one run among callers with the same call, and starts another run for later or different calls', async () => {
  const shared = new SharedWork<string, number>()
  let runs = 0
  let end = () => {}
  const work = () =>
    new Promise<number>((resolve) => {
      runs += 1
      const run = runs
      end = () => resolve(run)
    })
  const both = Promise.all([shared.run('one', work), shared.run('one', work)])
  end()
  expect(await both).toEqual([1, 1])
  const later = shared.run('one', work)
  end()
  expect(await later).toBe(2)
  const other = shared.run('two', work)
  end()
  expect(await other).toBe(3)
})

test('doesn’t reuse a run that failed', async () => {
  const shared = new SharedWork<string, number>()
  await expect(shared.run('one', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await shared.run('one', async () => 1)).toBe(1)
})
