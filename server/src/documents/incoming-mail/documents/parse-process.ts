import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { answerInThread } from '../../../platform/threads/process-limits.ts'

/* Reads an email from standard input, and writes its parts, which a thread finds, to standard output. */
if (isMainThread) await answerInThread(import.meta.url, 500 * 1024 * 1024)
else {
  const { partsOfMail } = await import('./parse-mail.ts')
  parentPort?.postMessage(await partsOfMail(workerData))
}
