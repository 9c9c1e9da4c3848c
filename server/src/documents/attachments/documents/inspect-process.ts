import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { answerInThread } from '../../../platform/threads/process-limits.ts'

/* Reads a file from standard input and writes the verdict, which a thread finds, to standard output. */
if (isMainThread) await answerInThread(import.meta.url, 500 * 1024 * 1024)
else {
  const { judge } = await import('./judge.ts')
  parentPort?.postMessage(JSON.stringify(await judge(Buffer.from(workerData))))
}
