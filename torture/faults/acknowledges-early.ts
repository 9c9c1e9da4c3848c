import { setTimeout as wait } from 'node:timers/promises'
import { GroupCommit, type Work } from '../../server/src/platform/database/group-commit.ts'

// The server with a planted fault: it responds a tenth of a second before the data is on disk.

const { run } = GroupCommit.prototype
const early = 100

GroupCommit.prototype.run = function runEarly<Tables, Result>(this: GroupCommit<Tables>, work: Work<Tables, Result>) {
  return new Promise<Result>((resolve, reject) => {
    const answerFirst: Work<Tables, void> = async (trx) => {
      resolve(await work(trx))
      await wait(early)
    }
    run.call(this, answerFirst as Work<unknown, unknown>).catch(reject)
  })
}

await import('../../server/src/main.ts')
