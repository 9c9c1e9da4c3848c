import { expect, test } from 'vitest'
import { beforeCommit, toItsEnd } from './group-commit.ts'

test('what is left for the end comes after all work, in its order, and before the result', async () => {
  const done: string[] = []
  const result = await toItsEnd({}, async (trx) => {
    beforeCommit(trx, async () => void done.push('first'))
    beforeCommit(trx, async () => void done.push('second'))
    done.push('work')
    return 'result'
  })
  expect([...done, result]).toEqual(['work', 'first', 'second', 'result'])
})

test('work that fails leaves nothing for the end, and an end that fails fails the work', async () => {
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
