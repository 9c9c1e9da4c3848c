import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { limitUse } from '../../../platform/threads/process-limits.ts'

/* Reads a file from standard input and writes the verdict, which a thread finds, to standard output. */
if (isMainThread) {
  limitUse(500 * 1024 * 1024)
  const thread = new Worker(new URL(import.meta.url), { workerData: await buffer(process.stdin) })
  const [verdict] = await once(thread, 'message')
  process.stdout.write(JSON.stringify(verdict), () => process.exit(0))
} else {
  const { judge } = await import('./judge.ts')
  parentPort?.postMessage(await judge(Buffer.from(workerData)))
}
