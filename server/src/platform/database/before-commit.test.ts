import { expect, test } from 'vitest'
import { beforeCommit, toItsEnd } from './group-commit.ts'

test('runs deferred work in order after all other work and before the result is returned', async () => {
  const done: string[] = []
  const result = await toItsEnd({}, async (trx) => {
    beforeCommit(trx, async () => void done.push('first'))
    beforeCommit(trx, async () => void done.push('second'))
    done.push('work')
    return 'result'
  })
  expect([...done, result]).toEqual(['work', 'first', 'second', 'result'])
})

test('skips deferred work if the work fails, and fails the work if deferred work fails', async () => {
  const done: string[] = []
  const failing = toItsEnd({}, async (trx) => {
    beforeCommit(trx, async () => void done.push('end'))
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(done).toEqual([])
  const unfinished = toItsEnd({}, async (trx) => {
    beforeCommit(trx, async () => {
      throw new Error('no end')
    })
  })
  await expect(unfinished).rejects.toThrow('no end')
})
