// Exits with 0 once the server has responded for three seconds in a row, and with 1 if it hasn't within half a minute.
import { setTimeout as wait } from 'node:timers/promises'

const { HOST: host = '127.0.0.1', PORT: port = '3000' } = process.env
const reached = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host)

/** @param {string} path */
async function ask(path) {
  const answer = await fetch(`http://${reached}:${port}${path}`, { signal: AbortSignal.timeout(2000) })
  return answer.ok ? await answer.json() : {}
}

const isAlive = async () => (await ask('/healthz')).status === 'ok' && (await ask('/readyz')).status === 'ready'

let answered = 0
for (let second = 0; second < 30 && answered < 4; second += 1) {
  answered = (await isAlive().catch(() => false)) ? answered + 1 : 0
  await wait(1000)
}
process.exitCode = answered < 4 ? 1 : 0
