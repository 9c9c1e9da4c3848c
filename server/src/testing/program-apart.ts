import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { limitUse } from '../platform/threads/process-limits.ts'

/* Does what the first word of its input names, for tests of isolated programs. */
const acts: Record<string, (more: string) => Promise<string> | string> = {
  echo: async (more) => `echo${more}${await text(process.stdin)}`,
  stop: () => 'stopped',
  parent: () => String(process.ppid),
  self: () => String(process.pid),
  fail: () => {
    throw new Error('failed on request')
  },
  loop: () => {
    for (;;);
  },
  'loop in a thread': () => {
    limitUse(Number.POSITIVE_INFINITY)
    new Worker('for (;;);', { eval: true })
    return new Promise(() => undefined)
  },
  wait: async () => {
    limitUse(Number.POSITIVE_INFINITY)
    await setTimeout(2000)
    return 'waited'
  },
  read: () => readFileSync('/etc/hostname', 'utf8'),
  write: () => {
    writeFileSync(join(tmpdir(), 'written-apart'), '')
    return 'written'
  },
  start: () => String(spawn(process.execPath, ['--version']).pid),
}

await once(process.stdin, 'readable')
const first = String(process.stdin.read())
const end = first.indexOf('\n')
process.stdout.write((await acts[first.slice(0, end)]?.(first.slice(end + 1))) ?? 'unknown', () => process.exit(0))
