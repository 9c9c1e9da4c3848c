import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { limitUse } from '../../../platform/threads/process-limits.ts'

/* Reads an email from standard input, and writes its parts, which a thread finds, to standard output. */
if (isMainThread) {
  limitUse(500 * 1024 * 1024)
  const thread = new Worker(new URL(import.meta.url), { workerData: await buffer(process.stdin) })
  const [parts] = await once(thread, 'message')
  process.stdout.write(parts, () => process.exit(0))
} else {
  const { partsOfMail } = await import('./parse-mail.ts')
  parentPort?.postMessage(await partsOfMail(workerData))
}
